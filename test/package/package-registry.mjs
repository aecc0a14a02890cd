import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { listen } from '../support/listen.mjs';
import { root } from './packed.mjs';

/** @typedef {{ filename: string, integrity: string, manifest: { name: string, version: string } }} PackedPackage */

export const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of a package that a module in `from` gets. */
function findFolder(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error(`${name} is not installed`);
  return findFolder(name, dirname(from));
}

/** @returns {string[]} The folders of the packages that a package depends on, and of theirs. */
export function listDependencies(folder, known = []) {
  for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
    const found = findFolder(name, folder);
    if (known.includes(found)) continue;
    known.push(found);
    listDependencies(found, known);
  }
  return known;
}

/**
 * Packs our package, more packages of this project and all that they depend on, as they would be published.
 *
 * @param {string} folder Where the tarballs go.
 * @param {readonly string[]} [names] The names of more packages.
 * @returns {PackedPackage[]} Ours is the first.
 */
export function packPackages(folder, names = []) {
  const tops = [root, ...names.map((name) => findFolder(name, root))];
  const sources = [...new Set([...tops, ...tops.flatMap((top) => listDependencies(top))])];
  const args = ['pack', ...sources, '--ignore-scripts', '--json', '--pack-destination', folder];
  const packed = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  return packed.map(({ filename, integrity }, index) => ({ filename, integrity, manifest: readPackage(sources[index]) }));
}

/** The environment of an npm that knows a registry alone. `npm run` hands the settings of its own run down by the environment, which are left out. */
export function createNpmEnv(registry, folder) {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
    npm_config_audit: 'false',
  };
}

/**
 * Starts a registry on this machine.
 *
 * @param {string} folder Where the tarballs are.
 * @param {readonly PackedPackage[]} packages Each tarball, with its `package.json`. The latest version of a package is the first.
 * @returns `url`, for `npm_config_registry`; `close()`.
 */
export async function startRegistry(folder, packages) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').slice(1));
    if (packages.some(({ filename }) => path === `tarballs/${filename}`)) {
      createReadStream(join(folder, path.slice('tarballs/'.length))).pipe(response);
      return;
    }
    const found = packages.filter(({ manifest }) => manifest.name === path);
    if (found.length === 0) {
      response.writeHead(404).end('{}');
      return;
    }
    const versions = found.map(({ filename, integrity, manifest }) => [
      manifest.version,
      { ...manifest, dist: { integrity, tarball: `${url}tarballs/${filename}` } },
    ]);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name: path, 'dist-tags': { latest: versions[0][0] }, versions: Object.fromEntries(versions) }));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
