import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../package/packed.mjs';
import { runProgram } from '../../src/bin/program.ts';

const PROGRAM = join(root, 'dist/bin/balcao.js');

/**
 * Starts `balcao` as a child process.
 *
 * @param {readonly string[]} args
 * @param {{ program?: string, cwd?: string, env?: Record<string, string> }} [options] `program`: another copy than that of `dist`; `env`: more
 * environment variables.
 * @returns `lines`: each line of its stdout, one after the other; `end()`: its exit code and what it printed, once it has ended.
 */
export function startBalcao(args, { program = PROGRAM, cwd = root, env = {} } = {}) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  return {
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    kill: (signal) => child.kill(signal),
    end: () => ended,
  };
}

/**
 * Runs `balcao` to its end.
 *
 * @param {...string} args
 */
export function runBalcao(...args) {
  return startBalcao(args).end();
}

/**
 * Runs the sources of `balcao` in this process: for arguments that it refuses and help that it prints, which need no build.
 *
 * @param {Record<string, string>} [env] Its environment.
 * @param {(question: string) => Promise<string | undefined>} [ask] The person at the terminal; none by default.
 */
export async function callBalcao(args, env = {}, ask) {
  const output = { stdout: '', stderr: '' };
  const print = (name) => (text) => (output[name] += `${text}\n`);
  const { signal } = new AbortController();
  return { code: await runProgram(args, { stdout: print('stdout'), stderr: print('stderr'), env, signal, ask }), ...output };
}

/**
 * Starts `balcao sandbox --json`, and waits until it listens.
 *
 * @param {readonly string[]} [args] Beside `--json`; any free port by default.
 * @returns `start`: what it says first; `next()`: the next request that it prints; `stop()` ends it, and returns as `runBalcao` does.
 */
export async function startSandboxProgram(args = ['--port', '0'], options = {}) {
  const program = startBalcao(['sandbox', '--json', ...args], options);
  const next = async () => {
    const { value, done } = await program.lines.next();
    if (done) throw new Error(`balcao has ended: ${JSON.stringify(await program.end())}`);
    return JSON.parse(value);
  };
  const stop = (signal = 'SIGTERM') => {
    program.kill(signal);
    return program.end();
  };
  return { start: await next(), next, stop };
}
