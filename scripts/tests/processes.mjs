import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a program may take to end once it is told to, ms. */
const GRACE_MS = 10_000;

/** What is running now, so that nothing is left behind when the run is stopped. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) signalAll(child, 'SIGTERM');
    process.exit(130);
  });
}

/** Signals a process and what it started; programs of ours hand it on, and runners close their browsers. */
function signalAll(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal); // it has ended by now, or the platform has no process groups
  }
}

/**
 * Runs a program of the project. One that hangs is ended at its limit, by name, and counts as failed.
 *
 * @param {string} name What the program does, for the person who reads the run.
 * @param {string[]} command
 * @param {{ limitMs: number, env?: Record<string, string>, onOutput?: (text: string) => void }} options `onOutput` is given what would be
 * printed.
 * @returns {Promise<{ isOk: boolean, durationMs: number }>}
 */
export async function runProgram(name, [program, ...args], { limitMs, env = {}, onOutput }) {
  const startAt = Date.now();
  const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env }, detached: process.platform !== 'win32' });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalAll(child, 'SIGTERM');
    setTimeout(() => signalAll(child, 'SIGKILL'), GRACE_MS).unref();
  }, limitMs);
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  running.delete(child);
  if (isLate) (onOutput ?? ((text) => process.stdout.write(text)))(`\nFAILED: ${name} did not end within ${limitMs / 60_000} min\n`);
  return { isOk: status === 0 && !isLate, durationMs: Date.now() - startAt };
}
