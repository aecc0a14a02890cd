import minifyTemplates from '@lit-labs/rollup-plugin-minify-html-literals';
import { Features } from 'lightningcss';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { asciiPlugin } from './ascii-plugin.mjs';
import { licensesPlugin } from './licenses-plugin.mjs';
import { staticImportsPlugin } from './static-imports-plugin.mjs';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The oldest browsers the package promises (README, Browsers). */
const TARGET = ['chrome109', 'firefox115', 'safari16.4'];
const CSS_TARGETS = { chrome: 109 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

const BANNER = `/*! balcao ${version}, MIT. Third parties: THIRD-PARTY-LICENSES.txt */`;

function templatePlugin() {
  return minifyTemplates({
    include: ['src/**/*.ts'],
    failOnError: true,
    // LightDark: our styles ask for it themselves, and its stand-in needs a `color-scheme` that only the page knows.
    // keepClosingSlash: else `<path/><g/>` in an svg template lose their slash and nest.
    options: { minifyOptions: { keepClosingSlash: true, minifyCSS: { minify: true, targets: CSS_TARGETS, exclude: Features.LightDark } } },
  });
}

/**
 * @param {object} options
 * @param {import('vite').PluginOption[]} [options.plugins]
 * @param {import('vite').LibraryOptions} options.lib
 * @param {import('vite').Rolldown.OutputOptions} options.output
 * @param {RegExp[]} [options.external]
 * @param {string | string[]} [options.target]
 * @returns {import('vite').InlineConfig}
 */
export function baseConfig({ plugins = [], lib, output, external = [], target = TARGET }) {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [templatePlugin(), ...plugins],
    build: {
      target,
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      lib,
      rolldownOptions: {
        external,
        // No getter of ours or of a package does anything but return; nobody asks a module's namespace what it is.
        treeshake: { propertyReadSideEffects: false },
        output: { postBanner: BANNER, comments: { legal: false }, generatedCode: { symbols: false }, ...output },
      },
    },
  };
}

/** Builds in memory. Returns the chunks. */
export async function buildChunks(config) {
  const built = await build({ ...config, build: { ...config.build, write: false } });
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
  return output.filter((file) => file.type === 'chunk');
}

/** The public modules of the npm package: entry name in `dist` -> source file. */
export function listEntries() {
  const fixed = ['index', 'define', 'domain/index', 'client/index', 'sandbox/index', 'fixtures/index'];
  return Object.fromEntries([...fixed, ...listDefines()].map((name) => [name, join(root, 'src', `${name}.ts`)]));
}

/** `elements/card-form/define` and its siblings. */
function listDefines() {
  const files = readdirSync(join(root, 'src/elements'), { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  return files.filter((file) => /^[^/]+\/define\.ts$/.test(file)).map((file) => `elements/${file.replace(/\.ts$/, '')}`);
}

/** ES modules for bundlers: one file per entry and shared chunks, Lit, zod and idb external. ky and qrcode are bundled: one asks for a newer Node than we do, the other is CommonJS. */
export function npmConfig(packages) {
  return baseConfig({
    plugins: [licensesPlugin(packages)],
    lib: { entry: listEntries(), formats: ['es'] },
    external: [/^lit(?:\/|$)/, /^@lit\//, /^zod(?:\/|$)/, /^idb(?:\/|$)/],
    output: { minify: false, entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
  });
}

/**
 * `dist/bin`: the program `balcao` for Node. A build of its own, so that no chunk is shared with what browsers load; Node's modules stay
 * imports, and so does zod.
 */
export function programConfig(packages) {
  return baseConfig({
    plugins: [licensesPlugin(packages)],
    lib: { entry: { balcao: join(root, 'src/bin/balcao.ts') }, formats: ['es'] },
    target: 'node20.19',
    external: [/^node:/, /^zod(?:\/|$)/],
    // Beside the entry, where the control page is looked for.
    output: { dir: 'dist/bin', minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
}

/**
 * `dist/server`: the entry `balcao/server` for Node. A build of its own, so that no chunk is shared with what browsers load; databases and
 * OAuth are the shop's own packages.
 */
export function serverConfig(packages) {
  return baseConfig({
    plugins: [licensesPlugin(packages)],
    lib: { entry: { index: join(root, 'src/server/index.ts') }, formats: ['es'] },
    target: 'node20.19',
    external: [/^node:/, /^zod(?:\/|$)/, /^pg(?:\/|$)/, /^@electric-sql\/pglite(?:\/|$)/, /^openid-client(?:\/|$)/],
    output: { dir: 'dist/server', minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
}

/** `dist/bin/page`: the script of the sandbox's control page, for browsers. */
export function controlPageConfig(packages) {
  return baseConfig({
    plugins: [licensesPlugin(packages)],
    lib: { entry: { page: join(root, 'src/bin/sandbox/page/page.ts') }, formats: ['es'] },
    output: { dir: 'dist/bin/page', minify: true, entryFileNames: '[name].js', codeSplitting: false },
  });
}

/** `dist/balcao.min.js`: one classic script with everything in one file. */
export function classicScriptConfig(packages) {
  return baseConfig({
    plugins: [staticImportsPlugin(), licensesPlugin(packages), asciiPlugin()],
    // An entry without exports, since an IIFE with exports would write its global anew each time that it is loaded.
    lib: { entry: { 'balcao.min': join(root, 'src/script/classic.ts') }, formats: ['iife'], name: 'unused' },
    output: { minify: true, entryFileNames: '[name].js', codeSplitting: false },
  });
}
