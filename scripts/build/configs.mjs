import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { Features } from 'lightningcss';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { importLitFirst } from './anywhere.mjs';
import { asciiPlugin } from './ascii-plugin.mjs';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The oldest browsers that the package supports (README, Browsers). */
const TARGET = ['chrome109', 'firefox115', 'safari16.4'];
const CSS_TARGETS = { chrome: 109 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

export const BANNER = `/*! balcao ${version}, MIT. Third parties: THIRD-PARTY-LICENSES.txt */`;

function templatePlugin() {
  return minifyTemplates({
    include: ['src/**/*.ts'],
    failOnError: true,
    // LightDark: our styles check the support themselves, and a replacement would need a `color-scheme` that only the page knows.
    // keepClosingSlash: without it, `<path/><g/>` in an svg template lose the slash, and one element contains the other.
    options: { minifyOptions: { keepClosingSlash: true, minifyCSS: { minify: true, targets: CSS_TARGETS, exclude: Features.LightDark } } },
  });
}

/**
 * Has the bundler's helper for a module's namespace list own names alone. In a page whose old library has put text into `Object.prototype`,
 * it would throw, since it takes every value for a getter.
 *
 * @type {import('vite').Plugin}
 */
const ownNamesPlugin = {
  name: 'balcao-own-names',
  // The map stays as it is: the helper is of no source, and no line begins elsewhere.
  renderChunk: (code) => ({ code: code.replace('for (var name in all)', 'for (var name of Object.keys(all))'), map: null }),
};

/**
 * @param {object} options
 * @param {import('vite').PluginOption[]} [options.plugins]
 * @param {import('vite').LibraryOptions} options.lib
 * @param {import('vite').Rolldown.OutputOptions} options.output
 * @param {RegExp[]} [options.external]
 * @param {string | string[]} [options.target]
 * @param {boolean} [options.sourcemap]
 * @returns {import('vite').InlineConfig}
 */
export function baseConfig({ plugins = [], lib, output, external = [], target = TARGET, sourcemap = false }) {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [templatePlugin(), ...plugins, ownNamesPlugin],
    build: {
      target,
      sourcemap,
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      lib,
      rolldownOptions: {
        external,
        // The getters of our code and of the packages have no side effects, and no code checks the tag of a module's namespace.
        treeshake: { propertyReadSideEffects: false },
        // 'use client' is kept: entries.test.mjs finds it in what is built.
        onLog: (level, log, handle) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log)),
        output: { postBanner: BANNER, comments: { legal: false }, generatedCode: { symbols: false }, ...output },
      },
    },
  };
}

/** Builds in memory. Returns the chunks. */
export function buildChunks(config) {
  return buildFiles({ ...config, build: { ...config.build, write: false } });
}

/** Builds, and writes the files. Returns the chunks. */
export async function buildFiles(config) {
  const built = await build(config);
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
  return output.filter((file) => file.type === 'chunk');
}

/** The public modules of the npm package: entry name in `dist` -> source file. */
export function listEntries() {
  const fixed = ['index', 'define', 'react/index', 'domain/index', 'client/index', 'sandbox/index', 'fixtures/index'];
  return Object.fromEntries([...fixed, ...listDefines()].map((name) => [name, join(root, 'src', `${name}.ts`)]));
}

/** Lists the entries that define an element, such as `elements/card-form/define`. */
function listDefines() {
  const files = readdirSync(join(root, 'src/elements'), { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  return files.filter((file) => /^[^/]+\/define\.ts$/.test(file)).map((file) => `elements/${file.replace(/\.ts$/, '')}`);
}

/**
 * Returns the config of the ES modules for bundlers: one file per entry, and shared chunks. Lit, zod, idb and React are external. ky and
 * qrcode are bundled, because ky requires a newer Node than the package does, and qrcode is CommonJS.
 */
export function npmConfig() {
  return baseConfig({
    lib: { entry: listEntries(), formats: ['es'] },
    external: [/^lit(?:\/|$)/, /^@lit\//, /^zod(?:\/|$)/, /^idb(?:\/|$)/, /^react$/],
    output: { minify: false, entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js', banner: importLitFirst },
    sourcemap: true,
  });
}

/**
 * Returns the config of `dist/bin`, the program `balcao` for Node. It is a separate build, so that it shares no chunk with files for
 * browsers. Node's modules, zod and the packages for databases stay imports.
 */
export function programConfig() {
  return baseConfig({
    lib: { entry: { balcao: join(root, 'src/bin/balcao.ts') }, formats: ['es'] },
    target: 'node20.19',
    external: [/^node:/, /^zod(?:\/|$)/, /^pg$/, /^@electric-sql\/pglite(?:\/|$)/],
    // In the folder of the entry, where the program looks for the control page.
    output: { dir: 'dist/bin', minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    sourcemap: true,
  });
}

/** The entries of the shop's server: `balcao/server`, and one for each package that a shop may not have. */
const SERVER_ENTRIES = ['index', 'postgres', 'pglite', 'oauth'];

/**
 * Returns the config of `dist/server`, the entries of the shop's server. It is a separate build, so that it shares no chunk with files for
 * browsers. The packages for databases and OAuth stay imports: the shop installs them.
 */
export function serverConfig() {
  return baseConfig({
    lib: { entry: Object.fromEntries(SERVER_ENTRIES.map((name) => [name, join(root, `src/server/${name}.ts`)])), formats: ['es'] },
    target: 'node20.19',
    external: [/^node:/, /^zod(?:\/|$)/, /^@electric-sql\/pglite(?:\/|$)/, /^openid-client(?:\/|$)/],
    output: { dir: 'dist/server', minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    sourcemap: true,
  });
}

/** Returns the config of `dist/bin/page`, the script of the sandbox's control page for browsers. */
export function controlPageConfig() {
  return baseConfig({
    lib: { entry: { page: join(root, 'src/bin/sandbox/page/page.ts') }, formats: ['es'] },
    output: { dir: 'dist/bin/page', minify: true, entryFileNames: '[name].js', codeSplitting: false },
  });
}

/** Returns the config of `dist/balcao.all.min.js`, one classic script that contains everything. */
export function wholeScriptConfig() {
  return baseConfig({
    plugins: [asciiPlugin()],
    // The entry has no exports, because an IIFE with exports would overwrite its global each time that it is loaded.
    lib: { entry: { 'balcao.all.min': join(root, 'src/script/whole.ts') }, formats: ['iife'], name: 'unused' },
    output: { minify: true, entryFileNames: '[name].js', codeSplitting: false },
  });
}
