import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The time that a program has to end after the signal, ms. */
const GRACE_MS = 10_000;

/** The programs that run now. They are ended if the run is stopped. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) signalAll(child, 'SIGTERM');
    process.exit(130);
  });
}

/** Sends a signal to a process and the processes that it has started. Our programs pass the signal on, and runners close their browsers. */
function signalAll(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal); // it has ended by now, or the platform has no process groups
  }
}

/**
 * Runs a program of the project, whose output goes to the same terminal. A program that hangs is ended at its limit and counts as failed.
 *
 * @param {string} name A description of the program, for the output.
 * @param {string[]} command
 * @param {{ limitMs?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<{ isOk: boolean, durationMs: number }>}
 */
export async function runProgram(name, [program, ...args], { limitMs, env = {} } = {}) {
  const startAt = Date.now();
  const options = { cwd: root, env: { ...process.env, ...env }, detached: process.platform !== 'win32' };
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  running.add(child);
  let isLate = false;
  const end = () => {
    isLate = true;
    signalAll(child, 'SIGTERM');
    setTimeout(() => signalAll(child, 'SIGKILL'), GRACE_MS).unref();
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  running.delete(child);
  if (isLate) console.log(`\nFAILED: ${name} did not end within ${(limitMs ?? 0) / 60_000} min`);
  return { isOk: status === 0 && !isLate, durationMs: Date.now() - startAt };
}
