/** Installs the peers, at the versions of `package-lock.json` beside this file, in a temporary folder, and builds their pages there as a shop would. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { PEERS } from './pages.mjs';

const sources = fileURLToPath(new URL('.', import.meta.url));

/** What npm says where it does not reach its registry. */
const OFFLINE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

/** What a run without the registry ends with. */
export const OFFLINE_MESSAGE =
  'npm cannot reach its registry, from which this bench installs the peers. Nothing was measured. Run it again with a connection.';

/** Lists the packages that the bench pins, in turn. @returns {{ name: string, version: string, license: string, integrity: string }[]} */
export function listPins() {
  const { packages } = JSON.parse(readFileSync(join(sources, 'package-lock.json'), 'utf8'));
  return Object.keys(packages[''].dependencies).map((name) => ({ name, ...packages[`node_modules/${name}`] }));
}

/**
 * Installs the peers. npm compares each package, and each that it needs, with the hash in the lock file, and runs none of their scripts.
 *
 * @param {(line: string) => void} say
 * @returns {{ folder: string, remove: () => void }}
 */
export function installPeers(say) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-peers-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  say(`installing ${listPins().map(({ name, version }) => `${name} ${version}`).join(', ')}`); // prettier-ignore
  for (const file of ['package.json', 'package-lock.json', 'pages']) cpSync(join(sources, file), join(folder, file), { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--loglevel=error',
  ];
  const { status, stderr, error } = spawnSync(npm, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status === 0) return { folder, remove };
  remove();
  throw error ?? new Error(OFFLINE.test(stderr) ? OFFLINE_MESSAGE : `npm has not installed the peers:\n${stderr}`);
}

/** The part of a path on the bench's server below which the built pages are. */
export const BUILT = 'peers';

/**
 * Builds each page alone, so that none shares a file with another.
 *
 * @param {string} folder Where the peers are installed.
 * @returns {Promise<{ out: string, pages: import('../first-field/pages.mjs').BenchPage[] }>} `out`: the folder for the path `BUILT`.
 */
export async function buildPages(folder) {
  const out = join(folder, 'built');
  const pages = [];
  for (const { id, frame } of PEERS) {
    await build({
      configFile: false,
      root: join(folder, 'pages'),
      base: `/${BUILT}/${id}/`,
      logLevel: 'error',
      build: {
        outDir: join(out, id),
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: { input: join(folder, 'pages', `${id}.html`) },
      },
    });
    const html = readFileSync(join(out, id, `${id}.html`), 'utf8');
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
    if (!script) throw new Error(`The page ${id} has no script.`);
    pages.push({ id, script, html, path: frame ?? ['input[name=number]'], isTold: frame !== undefined });
  }
  return { out, pages };
}
