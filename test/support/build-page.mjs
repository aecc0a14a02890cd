import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the code of a page as one file, for pages that are loaded so often that two hundred modules each time would be too many.
 *
 * @param {string} entry
 * @param {import('vite').PluginOption[]} [plugins]
 */
export async function buildPage(entry, plugins = []) {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
    },
  });
  const [{ output: chunks }] = Array.isArray(output) ? output : [output];
  return chunks.find(({ type }) => type === 'chunk').code;
}
