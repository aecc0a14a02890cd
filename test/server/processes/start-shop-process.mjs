/** Starts shops' servers in processes of their own. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from './bundle-program.mjs';

/**
 * The program of a shop's server, which `startShopProcess` starts: `{ file, remove }`.
 *
 * @param {string} [release] The folder of an earlier release, whose server it is.
 */
export const bundleShop = (release) => bundleProgram(new URL('shop-process.mjs', import.meta.url), release);

/**
 * @typedef {object} OwnSettings
 * @property {import('../postgres-server.mjs').Connection} [connection]
 * @property {number} [connections]
 * @property {number} [killAt]
 */

/**
 * @param {{ file: string }} program What `bundleShop` resolved with.
 * @param {Omit<import('./shop-settings.mjs').ShopSettings, 'pool' | 'fetch' | 'onEvent'> & OwnSettings} settings Those of `createShop` that can be
 * written as JSON, and its own.
 * @returns What a test does with it, below. Rejects where it does not come up.
 */
export async function startShopProcess({ file }, settings) {
  const child = fork(file, [JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  /** @type {Map<number, (answer: { failure?: string }) => void>} */
  const sweeps = new Map();
  let lastSweep = 0;
  let said = '';
  assert.ok(child.stdout);
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'close');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (typeof message?.port !== 'number') throw new Error(`A shop's server did not come up: ${said}`);
  child.on('message', (answer) => {
    const { id, failure } = Object(answer);
    sweeps.get(id)?.({ failure });
  });
  return {
    origin: `http://127.0.0.1:${message.port}`,
    /** Lets it sweep; resolves also where it ends instead. Rejects with what the sweep rejected with. */
    async sweep() {
      const id = (lastSweep += 1);
      const answered = new Promise((resolve) => sweeps.set(id, resolve));
      child.send({ id });
      const { failure } = await Promise.race([answered, ended]);
      if (failure) throw new Error(failure);
    },
    /** Ends it, where it has not ended itself; resolves with the step at which it did. */
    async stop() {
      child.kill('SIGTERM');
      const [, signal] = await ended;
      return signal === 'SIGKILL' ? said : undefined;
    },
    /** Ends it as a power cut does. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    /** Ends it as a deployment does; resolves with how it ended. */
    async terminate() {
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}
