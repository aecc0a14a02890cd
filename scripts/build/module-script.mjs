import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { latinPlugin } from './ascii-plugin.mjs';
import { baseConfig, buildChunks, root, version } from './configs.mjs';
import { licensesPlugin } from './licenses-plugin.mjs';

/** The chunk of what the first field needs. */
const FIRST = 'first';

/** What everything else belongs to, and whatever more than one of the others needs. */
const PAY = 'pay';

/** Stands in the names of lazy files until their hash is known. */
const UNKNOWN_HASH = 'LAZYHASH';

/** A file for each thing that not every shopper wants, by the modules whose dynamic import asks for it. */
const CAPABILITIES = {
  en: /\/i18n\/en\.ts$/,
  es: /\/i18n\/es\.ts$/,
  diagnose: /\/diagnose\.ts$/,
  frame: /\/card-frame(?:-[a-z]+)?(?:\/|\.ts$)/,
  pix: /\/pix\/|\/qrcode\//,
  'saved-cards': /\/saved-cards\/|(?:db|memory)-card-store/,
};

/**
 * What the list of saved cards and the pay part both need: the list has copies of its own, and so waits for no other file. Modules alone that
 * keep nothing which the two would have to share.
 */
const COPIED = /\/(?:account-list|idb\/build\/index|record-database|tab-channel|listeners|brands|accepted-brands|saved-card|readable-text|expiration|order\/outcome|present-fields|exclusive-choice-controller|directives\/guard|directive|pt-br-saved-cards|brand-names|brand-list|bidi)\.[jt]s$/; // prettier-ignore

/** What the name of a copy ends with. */
const COPY = '?saved-cards';

/**
 * `dist/balcao.js`: an ES module for a script tag that has all that the first field needs, and a file beside it for each capability.
 *
 * No file imports the entry, whose URL a shop may write with a query: that would be a second copy of it. The entry hands over what the
 * others share with it, under a symbol of this very build; of two copies the first one's holds, as their elements do.
 *
 * @param {Set<string>} packages Folders of bundled packages, added to.
 */
export async function buildModuleScript(packages) {
  const chunks = await buildChunks(splitConfig(packages));
  const facade = chunks.find(({ isEntry }) => isEntry);
  const first = chunks.find(({ name }) => name === FIRST);
  assert.ok(facade && first);
  const names = first.exports.join();
  const key = `Symbol.for("balcao ${version} ${createHash('sha256').update(first.code).digest('hex').slice(0, 8)}")`;

  const handOver = `import{${names}}from"./${first.fileName}";export*from"./${facade.fileName}";globalThis[${key}]??=[${names}];`;
  await writeFile('balcao.js', handOver, chunks);
  const handed = { ...first, code: `export const[${names}]=globalThis[${key}];` };
  const shared = chunks.map((chunk) => (chunk === first ? handed : chunk));
  const lazy = chunks.filter(isLazy);
  for (const { fileName, code } of lazy) await writeFile(fileName, code, shared);
  nameLazyFiles(lazy.map(({ fileName }) => fileName));
}

/**
 * The hash in the names of all lazy files of a build. One for all of them: they name each other, and the copy of the entry that they are of,
 * so a file that a browser keeps for long must never meet those of another build under the same name.
 *
 * @param {readonly string[]} codes The files, with `hash` in the names that they have in them.
 * @param {string} hash
 */
export function hashLazyFiles(codes, hash) {
  const texts = codes.map((code) => code.replaceAll(hash, UNKNOWN_HASH)).sort();
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, UNKNOWN_HASH.length);
}

/** Writes the hash of lazy files into their names, wherever these are. */
function nameLazyFiles(fileNames) {
  const dist = (file) => join(root, 'dist', file);
  const read = (file) => readFileSync(dist(file), 'utf8');
  const hash = hashLazyFiles(fileNames.map(read), UNKNOWN_HASH);
  for (const file of ['balcao.js', ...fileNames]) {
    writeFileSync(dist(file), read(file).replaceAll(UNKNOWN_HASH, hash));
    renameSync(dist(file), dist(file.replace(UNKNOWN_HASH, hash)));
  }
}

const isLazy = ({ fileName }) => fileName.startsWith('lazy/');

/** Splits what `balcao.js` is made of into chunks, not yet minified: the entry's exports, what it needs first, and one for each capability. */
export function splitConfig(packages) {
  return baseConfig({
    plugins: [copyPlugin, licensesPlugin(packages)],
    lib: { entry: { entry: join(root, 'src/script/module.ts') }, formats: ['es'] },
    output: {
      minify: false,
      entryFileNames: 'entry.js',
      chunkFileNames: ({ name }) => (name === FIRST || name === 'rolldown-runtime' ? `${name}.js` : `lazy/${name}-${UNKNOWN_HASH}.js`),
      codeSplitting: {
        groups: [
          // A group takes what its modules need with them, so those that others build upon come first.
          { debugName: FIRST, priority: 2, name: (id, context) => (isNeededFirst(id, context) ? FIRST : null) },
          { debugName: PAY, priority: 1, name: (id, context) => (nameCapability(id, context) === PAY ? PAY : null) },
          { debugName: 'others', name: nameCapability },
        ],
      },
    },
  });
}

/**
 * Resolves what the list of saved cards shares with the pay part to copies of its own.
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

/** Whether the entry needs a module before its first line runs: every way up to it, by static imports, counts. */
function isNeededFirst(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = context.getModuleInfo(id);
  return Boolean(info?.isEntry || info?.importers.some((importer) => isNeededFirst(importer, context, seen)));
}

/** The capabilities that need a module, whatever way they have to it. */
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
  const [name = PAY, ...others] = findCapabilities(id, context);
  return others.length > 0 ? PAY : name;
}

/** Writes one file of `dist`: what it has of its own and what it takes in; other files stay imports. */
async function writeFile(fileName, code, chunks) {
  const sources = new Map(chunks.filter((chunk) => !isLazy(chunk)).map((chunk) => [`./${chunk.fileName}`, chunk.code]));
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'balcao-files',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (!importer) return '\0file';
      const inner = source.replace(/^\.\.?\//, './');
      return sources.has(inner) ? `\0${inner}` : { id: source, external: true };
    },
    load: (id) => (id === '\0file' ? code : sources.get(id.slice(1))),
  };
  const config = baseConfig({
    plugins: [plugin, latinPlugin()],
    lib: { entry: { file: 'file' }, formats: ['es'] },
    output: { minify: true, entryFileNames: fileName, codeSplitting: false },
  });
  await build(config);
}
