import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The sources of the shop's server, as programs import them. */
const SERVER = /^.*\/src\/server\/(index|postgres)\.ts$/;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Bundles a program and all that it imports into one file. A process that loads the sources through tsx takes a second of the processor, and
 * one that loads the bundle a tenth: it pays where a program is started many times.
 *
 * @param {URL} url Of the program.
 * @param {string} [release] The folder of an earlier release, whose server is bundled in the place of the sources'.
 * @returns {Promise<{ file: string, remove: () => Promise<void> }>}
 */
export async function bundleProgram(url, release) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-program-'));
  const program = fileURLToPath(url);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: release === undefined ? [] : [{ find: SERVER, replacement: `${release}/server/$1.js` }] },
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] },
    build: {
      ssr: program,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return { file: join(folder, basename(program)), remove: () => rm(folder, { recursive: true, force: true }) };
}
