import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../support/listen.mjs';

/**
 * Starts a registry on this machine that has one version of each package.
 *
 * @param {string} folder Where the tarballs are.
 * @param {readonly { filename: string, integrity: string, manifest: { name: string, version: string } }[]} packages Each tarball, with
 * its `package.json`.
 * @returns `url`, for `npm_config_registry`; `close()`.
 */
export async function startRegistry(folder, packages) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').slice(1));
    if (packages.some(({ filename }) => path === `tarballs/${filename}`)) {
      createReadStream(join(folder, path.slice('tarballs/'.length))).pipe(response);
      return;
    }
    const found = packages.find(({ manifest }) => manifest.name === path);
    if (!found) {
      response.writeHead(404).end('{}');
      return;
    }
    const { filename, integrity, manifest } = found;
    const { name, version } = manifest;
    const versions = { [version]: { ...manifest, dist: { integrity, tarball: `${url}tarballs/${filename}` } } };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
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
