/**
 * The shop's server, the service that plays against it and the page's client, bundled from the sources into a folder of their own: a process
 * that is started a hundred times cannot wait for each source to be transformed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { BUNDLED, loadBundle } from './load-bundle.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * @returns {Promise<{ url: string, load: () => Promise<object>, remove: () => Promise<void> }>} `load()` resolves with everything that they
 * export, in one object; `url` is the folder, for `loadBundle` in another process.
 */
export async function bundleShop() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-shop-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['openid-client', '@electric-sql/pglite'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(BUNDLED.map((name) => [name, join(root, `src/${name}/index.ts`)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const url = `${pathToFileURL(folder).href}/`;
  return { url, load: () => loadBundle(url), remove: () => rm(folder, { recursive: true, force: true }) };
}
