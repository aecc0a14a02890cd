import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { latinPlugin } from './ascii-plugin.mjs';
import { baseConfig, buildChunks, root } from './configs.mjs';
import { licensesPlugin } from './licenses-plugin.mjs';

/** What comes when it is asked for: a language that is not the first one, and what a diagnosis asks the frame. */
const ASKED_FOR = /\/(en|es|inspection)\.ts$/;

/** Stands for the words of a page. */
const WORDS = '\0balcao-frame-words';

/** The part of what the first input needs. */
const CORE = 'core';

/**
 * `dist/frame`: what the page of a frame is made of. `core.js`, which exports `startFrame`, has all that the first input needs; one part beside
 * it has everything else, and one each language. They import each other by name. `frame.css` is the style sheet of the page.
 *
 * @param {Set<string>} packages Folders of bundled packages, added to.
 */
export async function buildFrame(packages) {
  // The entry only hands on what the core exports.
  const chunks = (await buildChunks(splitConfig(packages))).filter(({ isEntry }) => !isEntry);
  const helpers = new Map(chunks.filter(isHelper).map(({ fileName, code }) => [`./${fileName}`, code]));
  for (const { fileName, code } of chunks.filter((chunk) => !isHelper(chunk))) await writePart(fileName, code, helpers);
  cpSync(join(root, 'src/frame/frame.css'), join(root, 'dist/frame/frame.css'));
}

/** Splits what a frame is made of into parts, not yet minified. */
function splitConfig(packages) {
  return baseConfig({
    plugins: [wordsPlugin, licensesPlugin(packages)],
    lib: { entry: { entry: join(root, 'src/frame/start-frame.ts') }, formats: ['es'] },
    output: {
      minify: false,
      // The core exports to the other parts, too: by names of which `startFrame` is one.
      minifyInternalExports: false,
      entryFileNames: 'entry.js',
      chunkFileNames: ({ name }) => (name === CORE ? 'core.js' : '[name]-[hash].js'),
      // A group takes what its modules need with them, so what others build upon comes first.
      codeSplitting: {
        groups: [
          { debugName: CORE, priority: 2, name: (id, context) => (isNeededFirst(id, context) ? CORE : null) },
          { debugName: 'late', priority: 1, name: (id) => (ASKED_FOR.test(id) ? null : 'late') },
          { debugName: 'asked for', name: (id) => ASKED_FOR.exec(id)?.[1] ?? null },
        ],
      },
    },
  });
}

/**
 * The words of a page, of which the frame says those of its fields alone.
 *
 * @type {import('vite').Plugin}
 */
const wordsPlugin = {
  name: 'balcao-frame-words',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source === WORDS) return source;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved?.id.endsWith('/i18n/pt-br.ts') ? WORDS : undefined;
  },
  load: (id) =>
    id === WORDS ? `export { ptBrFieldErrors as ptBr } from ${JSON.stringify(join(root, 'src/i18n/pt-br-field-errors.ts'))};` : undefined,
};

/** The bundler's own helpers: as a file they would be one more to wait for. */
const isHelper = ({ name }) => name === 'rolldown-runtime';

/** Writes one file: what it has of its own and the helpers that it takes; the other parts stay imports. */
async function writePart(fileName, code, helpers) {
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'balcao-frame-parts',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (!importer) return '\0part';
      return helpers.has(source) ? `\0${source}` : { id: source, external: true };
    },
    load: (id) => (id === '\0part' ? code : helpers.get(id.slice(1))),
  };
  const config = baseConfig({
    plugins: [plugin, latinPlugin()],
    lib: { entry: { part: 'part' }, formats: ['es'] },
    output: { dir: 'dist/frame', minify: true, entryFileNames: fileName, codeSplitting: false },
  });
  await build(config);
}

/** Whether the entry needs a module before its first line runs: every way up to it, by static imports, counts. */
function isNeededFirst(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = context.getModuleInfo(id);
  return Boolean(info?.isEntry || info?.importers.some((importer) => isNeededFirst(importer, context, seen)));
}
