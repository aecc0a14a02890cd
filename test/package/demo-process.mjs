/** The demo in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findFreePort } from './documented-server.mjs';
import { root } from './packed.mjs';

const VITE = join(root, 'node_modules/vite/bin/vite.js');

/** The last line that it prints of its start. */
const STARTED = /Data: .*\n/;

/**
 * Starts the demo as `npm start` does, and waits until it has said where everything is.
 *
 * @param {NodeJS.ProcessEnv} env What is to differ in its environment.
 * @param {{ port?: number, args?: string[] }} options `port`: of its pages; one that is free by default. `args`: for Vite, in the place of
 * none, which is its development server.
 * @returns What it has printed, the base URL of its sandbox as printed, the address of its pages, a way to end it, `kill`, which gives it
 * no time for anything and resolves when it is gone, and `terminate`, which resolves with its exit code and signal.
 */
export async function startDemo(env = {}, { port: wanted, args = [] } = {}) {
  const port = wanted ?? (await findFreePort());
  const child = spawn(process.execPath, [VITE, ...args, '--port', String(port)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit');
  /** @type {Promise<void>} */
  const started = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += stripVTControlCharacters(String(text));
        if (STARTED.test(output)) resolve();
      });
    child.once('exit', () => reject(new Error(`The demo printed: ${output}`)));
  });
  await started;
  const [, sandbox] = /Sandbox: (\S+)/.exec(output) ?? [];
  const stop = () => child.kill();
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const terminate = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { output: () => output, sandbox, address: `http://localhost:${port}/`, stop, kill, terminate };
}
