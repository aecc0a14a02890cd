import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { listen } from '../support/listen.mjs';
import { findSnippet } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';

/** A port that nobody listens on. */
export async function findFreePort() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

/** Waits until something is so. */
export async function waitUntil(isSo, what = 'it') {
  for (const end = Date.now() + LIMIT_MS; !(await isSo());) {
    if (Date.now() > end) throw new Error(`${what} did not come to be within ${LIMIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the server of a process answers, whatever it says. Rejects where the process has ended. */
export function waitFor(url, child) {
  const isUp = () => {
    assert.equal(child.exitCode ?? child.signalCode, null, `the server at ${url} has ended`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  };
  return waitUntil(isUp, `an answer of ${url}`);
}

/**
 * Whether a program is on this machine and new enough: its version as `--version` says it, compared by major and minor.
 *
 * @param {string} name
 * @param {readonly number[]} version
 */
export function hasProgram(name, [major, minor]) {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  const [, foundMajor, foundMinor] = /(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (status !== 0 || foundMajor === undefined) return false;
  return Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor);
}

/** Programs of the documents, run as printed in a folder; what they print and what they complain of is kept. */
export function createProgramRunner(folder) {
  const processes = [];
  const printed = [];
  const complaints = [];
  /** Writes a file below the folder. */
  const write = (name, code) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  };
  /** Runs a command; `folder` is below the runner's. */
  const run = (/** @type {string[]} */ [program, ...args], { folder: place = '.', env = {} } = {}) => {
    const child = spawn(program, args, { cwd: join(folder, place), env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (text) => printed.push(String(text)));
    child.stderr.on('data', (text) => complaints.push(String(text)));
    processes.push(child);
    return child;
  };
  return {
    folder,
    printed,
    complaints,
    write,
    spawn: run,
    /** Writes a program down and runs it. */
    start({ name, code, command = [process.execPath, name], env = {} }) {
      write(name, code);
      return run(command, { env });
    },
    stop() {
      for (const child of processes) child.kill();
    },
  };
}

/** Where the documents have the service and a shop; tests have both at any port that is free. */
const PRINTED_SERVICE = 'http://127.0.0.1:4174/demo/';
const PRINTED_SHOP = 'http://127.0.0.1:3000/';

/** A snippet with the addresses of a test in the place of those that are printed. */
export function moveAddresses(code, { service = PRINTED_SERVICE, shop = PRINTED_SHOP }) {
  return code.replaceAll(PRINTED_SERVICE, service).replaceAll(PRINTED_SHOP, shop);
}

/** Runs shell commands as printed; answers what they print. */
export function runCommands(code, options = {}) {
  return execFileSync('sh', ['-ec', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

/** Runs the sandbox of docs/testing.md, as printed. Answers its base URL. */
export async function startDocumentedSandbox(runner) {
  const port = await findFreePort();
  const code = findSnippet('docs/testing.md', '// sandbox-server.mjs');
  const child = runner.start({ name: 'sandbox-server.mjs', code, env: { SANDBOX_PORT: String(port) } });
  const url = `http://127.0.0.1:${port}/demo/`;
  await waitFor(url, child);
  return url;
}
