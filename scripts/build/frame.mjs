import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { latinPlugin } from './ascii-plugin.mjs';
import { baseConfig, buildChunks, root } from './configs.mjs';

/** The lazy-loaded modules: the languages other than the first one, and the inspection for a diagnosis. */
const ASKED_FOR = /\/(en|es|inspection)\.ts$/;

/** The name of the virtual module that replaces the words of a page. */
const WORDS = '\0balcao-frame-words';

/** The part with everything that the first input needs. */
const CORE = 'core';

/**
 * Builds `dist/frame`, the parts of a frame's page. `core.js`, which exports `startFrame`, has everything that the first input needs.
 * Another part has everything else, and each language has its own part. The parts import each other by name. `frame.css` is the style sheet
 * of the page.
 *
 * @returns The name and the modules of each part.
 */
export async function buildFrame() {
  // The entry is not written: it only re-exports the exports of the core.
  const chunks = (await buildChunks(splitConfig())).filter(({ isEntry }) => !isEntry);
  const helpers = new Map(chunks.filter(isHelper).map(({ fileName, code }) => [`./${fileName}`, code]));
  const parts = chunks.filter((chunk) => !isHelper(chunk));
  for (const { fileName, code } of parts) await writePart(fileName, code, helpers);
  cpSync(join(root, 'src/frame/frame.css'), join(root, 'dist/frame/frame.css'));
  return parts;
}

/** Returns the config that splits the frame into its parts, not yet minified. */
function splitConfig() {
  return baseConfig({
    plugins: [wordsPlugin],
    lib: { entry: { entry: join(root, 'src/frame/start-frame.ts') }, formats: ['es'] },
    output: {
      minify: false,
      // The core also exports to the other parts. The name `startFrame` must not be minified.
      minifyInternalExports: false,
      entryFileNames: 'entry.js',
      chunkFileNames: ({ name }) => (name === CORE ? 'core.js' : '[name]-[hash].js'),
      // A group includes the imports of its modules, so the group that the others import comes first.
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
 * The plugin that replaces the words of a page by those that the fields of the frame need.
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

/** Returns whether a chunk has the bundler's own helpers. They are inlined, because a separate file would take another request. */
const isHelper = ({ name }) => name === 'rolldown-runtime';

/** Writes one part with the helpers that it uses. The other parts stay imports. */
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

/** Returns whether the entry needs a module before its first line runs: static imports lead from the entry to the module. */
function isNeededFirst(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = context.getModuleInfo(id);
  return Boolean(info?.isEntry || info?.importers.some((importer) => isNeededFirst(importer, context, seen)));
}
