import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { asciiPlugin, latinPlugin } from './ascii-plugin.mjs';
import { BANNER, baseConfig, buildChunks, root, version } from './configs.mjs';

/** The chunk with everything that the first field needs. */
const FIRST = 'first';

/** The chunk with everything else, and with the modules that more than one of the other chunks needs. */
const PAY = 'pay';

/** The placeholder in the names of lazy files until their hash is known. */
const UNKNOWN_HASH = 'LAZYHASH';

/** The lazy files for features that not every shopper uses, each with the modules whose dynamic import loads the file. */
const CAPABILITIES = {
  en: /\/i18n\/en\.ts$/,
  es: /\/i18n\/es\.ts$/,
  diagnose: /\/diagnose\.ts$/,
  content: /\/ignored-content\.ts$/,
  frame: /\/card-frame(?:-[a-z]+)?(?:\/|\.ts$)/,
  boleto: /\/boleto\/|-boleto\.ts$|\/@brazilian-utils\//,
  pix: /\/pix\/|\/charges\/|\/qrcode\//,
  'saved-cards': /\/saved-cards\/|(?:db|memory)-card-store/,
};

/**
 * The modules that the list of saved cards shares with the chunk `pay`. The list has its own copies of them, so that it waits for no other
 * file. They are only modules without state that the two chunks would have to share.
 */
const COPIED = /\/(?:once|account-list|idb\/build\/index|record-database|tab-channel|listeners|known-brands|brands|accepted-brands|saved-card|readable-text|expiration|order\/outcome|present-fields|exclusive-choice-controller|find-focus|size-observer|directives\/guard|directive|pt-br-saved-cards|brand-names|brand-list|bidi)\.[jt]s$/; // prettier-ignore

/**
 * The first line of both entries. V8 compiles their functions while the file comes in, outside the main thread, since two thirds are called before
 * the first field. Of the chunk `pay` it is one third, and the rest would take 400 KiB of memory.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** The end of a copy's name. */
const COPY = '?saved-cards';

/**
 * Builds the files for script tags: `dist/balcao.js`, an ES module with everything that the first field needs; `dist/balcao.min.js`, the same modules as
 * a classic script; and a lazy file for each capability, which both load.
 *
 * No file imports the entry. A shop may load the entry with a query in the URL, and an import without the query would load a second copy.
 * Instead, the entry shares its exports with the other files under a symbol of this build. If a page has two copies of the entry, the first
 * one counts, as with its elements. A classic script that finds another copy does nothing.
 *
 * @returns The name and the modules of each file.
 */
export async function buildScriptTags() {
  const chunks = await buildChunks(splitConfig());
  const facade = chunks.find(({ isEntry }) => isEntry);
  const first = chunks.find(({ name }) => name === FIRST);
  assert.ok(facade && first);
  const names = first.exports.join();
  const key = `Symbol.for("balcao ${version} ${createHash('sha256').update(first.code).digest('hex').slice(0, 8)}")`;

  const handOver = `import{${names}}from"./${first.fileName}";export*from"./${facade.fileName}";globalThis[${key}]??=[${names}];`;
  await writeFile('balcao.js', handOver, chunks);
  await writeFile('balcao.min.js', handOver.replace('export*from', 'import'), chunks.map(loadBesideScript), classicScript(key));
  const handed = { ...first, code: `export const[${names}]=globalThis[${key}];` };
  const shared = chunks.map((chunk) => (chunk === first ? handed : chunk));
  const lazy = chunks.filter(isLazy);
  for (const { fileName, code } of lazy) await writeFile(fileName, code, shared);
  const hash = nameLazyFiles(lazy.map(({ fileName }) => fileName));
  const moduleIds = chunks.filter((chunk) => !isLazy(chunk)).flatMap((chunk) => chunk.moduleIds);
  return [
    ...['balcao.js', 'balcao.min.js'].map((fileName) => ({ fileName, moduleIds })),
    ...lazy.map((chunk) => ({ fileName: chunk.fileName.replace(UNKNOWN_HASH, hash), moduleIds: chunk.moduleIds })),
  ];
}

/**
 * Computes the hash in the names of all lazy files of a build. All files have one hash, because they name each other and their entry: a
 * file in a browser's cache must never load a file of another build under the same name.
 *
 * @param {readonly string[]} codes The code of the files. File names in the code contain `hash`.
 * @param {string} hash
 */
export function hashLazyFiles(codes, hash) {
  const texts = codes.map((code) => code.replaceAll(hash, UNKNOWN_HASH)).sort();
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, UNKNOWN_HASH.length);
}

/** Replaces the placeholder in the names of lazy files by the hash: in the file names, and in the code. Returns the hash. */
function nameLazyFiles(fileNames) {
  const dist = (file) => join(root, 'dist', file);
  const read = (file) => readFileSync(dist(file), 'utf8');
  const hash = hashLazyFiles(fileNames.map(read), UNKNOWN_HASH);
  for (const file of ['balcao.js', 'balcao.min.js', ...fileNames]) {
    writeFileSync(dist(file), read(file).replaceAll(UNKNOWN_HASH, hash));
    renameSync(dist(file), dist(file.replace(UNKNOWN_HASH, hash)));
  }
  return hash;
}

const isLazy = ({ fileName }) => fileName.startsWith('lazy/');

/**
 * Returns the config that splits `balcao.js` into chunks, not yet minified: the entry, the chunk that it needs first, one for each
 * capability.
 */
export function splitConfig() {
  return baseConfig({
    plugins: [copyPlugin],
    lib: { entry: { entry: join(root, 'src/script/module.ts') }, formats: ['es'] },
    output: {
      minify: false,
      entryFileNames: 'entry.js',
      chunkFileNames: ({ name }) => (name === FIRST || name === 'rolldown-runtime' ? `${name}.js` : `lazy/${name}-${UNKNOWN_HASH}.js`),
      codeSplitting: {
        groups: [
          // A group includes the imports of its modules, so the groups that others import come first.
          { debugName: FIRST, priority: 3, name: (id, context) => (isNeededFirst(id, context) ? FIRST : null) },
          { debugName: PAY, priority: 2, name: (id, context) => (nameCapability(id, context) === PAY ? PAY : null) },
          { debugName: 'pix', priority: 1, name: (id, context) => (nameCapability(id, context) === 'pix' ? 'pix' : null) },
          { debugName: 'others', name: nameCapability },
        ],
      },
    },
  });
}

/**
 * The plugin that resolves the modules that the list of saved cards shares with the chunk `pay` to the list's own copies.
 *
 * @type {import('vite').Plugin}
 */
const copyPlugin = {
  name: 'balcao-copies',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !(importer.endsWith(COPY) || CAPABILITIES['saved-cards'].test(importer))) return undefined;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved && COPIED.test(resolved.id) ? { ...resolved, id: `${resolved.id}${COPY}` } : undefined;
  },
};

/** Returns whether the entry needs a module before its first line runs: static imports lead from the entry to the module. */
function isNeededFirst(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = context.getModuleInfo(id);
  return Boolean(info?.isEntry || info?.importers.some((importer) => isNeededFirst(importer, context, seen)));
}

/** Finds the capabilities that import a module, directly or through other modules. */
function findCapabilities(id, context, seen = new Set()) {
  if (seen.has(id)) return new Set();
  seen.add(id);
  const { importers = [], dynamicImporters = [] } = context.getModuleInfo(id) ?? {};
  const own = dynamicImporters.length > 0 ? [nameRoot(id)] : [];
  return new Set([...own, ...importers.flatMap((importer) => [...findCapabilities(importer, context, seen)])]);
}

function nameRoot(id) {
  return Object.keys(CAPABILITIES).find((name) => CAPABILITIES[name].test(id)) ?? PAY;
}

function nameCapability(id, context) {
  const found = findCapabilities(id, context);
  // A developer runs a diagnosis. It may load another file too, so that the chunk `pay` has none of its modules.
  // A hybrid boleto has a Pix code, so its file loads that of Pix.
  const loads = (capability) => (capability === 'boleto' && found.has('pix') ? 'pix' : capability);
  const [name = 'diagnose', ...others] = new Set([...found].map(loads).filter((capability) => capability !== 'diagnose'));
  return others.length > 0 || found.size === 0 ? PAY : name;
}

/** The name by which the chunks of the classic script import its folder. */
const ADDRESS = 'script-address';

/** Makes a chunk of the classic script load its lazy files from the folder of the script. */
function loadBesideScript(chunk) {
  const code = chunk.code.replace(/\bimport\("\.\/(lazy\/[^"]+)"\)/g, 'import(scriptFolder+"$1")');
  return code === chunk.code ? chunk : { ...chunk, code: `import{scriptFolder}from"${ADDRESS}";${code}` };
}

/**
 * The differences of a file from an ES module.
 *
 * @typedef {object} Differences
 * @property {import('vite').LibraryFormats[]} [formats]
 * @property {import('vite').Plugin} [plugin] Escapes characters.
 * @property {Record<string, string>} [files] Files that the chunks import by name.
 * @property {import('vite').Rolldown.OutputOptions} [output]
 */

/**
 * The differences of a classic script. It is read in the encoding of its page, so it is ASCII. If another copy of this build is there, it ends
 * at once.
 *
 * @returns {Differences}
 */
function classicScript(key) {
  return {
    formats: ['iife'],
    plugin: asciiPlugin(),
    files: { [ADDRESS]: join(root, 'src/script/script-address.ts') },
    output: { banner: `globalThis[${key}]||`, name: 'unused' },
  };
}

/**
 * Writes one file of `dist`: its own code and the code that is inlined. Other files stay imports.
 *
 * @param {string} fileName
 * @param {string} code
 * @param {{ fileName: string, code: string }[]} chunks
 * @param {Differences} [differences]
 */
async function writeFile(fileName, code, chunks, { formats = ['es'], plugin = latinPlugin(), files = {}, output = {} } = {}) {
  const sources = new Map(chunks.filter((chunk) => !isLazy(chunk)).map((chunk) => [`./${chunk.fileName}`, chunk.code]));
  /** @type {import('vite').Plugin} */
  const inlining = {
    name: 'balcao-files',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (!importer) return '\0file';
      if (source in files) return files[source];
      const inner = source.replace(/^\.\.?\//, './');
      return sources.has(inner) ? `\0${inner}` : { id: source, external: true };
    },
    load: (id) => (id === '\0file' ? code : sources.get(id.slice(1))),
  };
  const config = baseConfig({
    plugins: [inlining, plugin],
    lib: { entry: { file: 'file' }, formats, ...(output.name && { name: output.name }) },
    output: {
      minify: true,
      entryFileNames: fileName,
      codeSplitting: false,
      // Nobody bundles these files, so no bundler needs to know which calls are pure.
      comments: { legal: false, annotation: false },
      ...(!isLazy({ fileName }) && { postBanner: COMPILE_HINT + BANNER }),
      ...output,
    },
  });
  await build(config);
}
