import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { sourceEntries } from '../../scripts/source-entries.mjs';
import { IS_CLASSIC, findTimeLimit } from './classic-script.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Nothing changes while the tests run, and the port of the next run is another: no page asks again for what one before it has read. */
const KEPT_FOR_A_RUN = 'max-age=7200, immutable';

const TEST_FILE = /^\/test\/.*\.test\.ts$/;

/** The beginning of the name of a page whose elements come from the classic script. */
export const CLASSIC_PAGE = 'classic-';

/** The name of a module that stands for a page. */
const PAGE = 'test-page:';

/**
 * Bundles the pages of a run, with the code that they share in files that they share: a page loads a few files instead of three hundred modules.
 *
 * @param {object} options
 * @param {Record<string, { file: string, canMeetCards: boolean }[]>} options.pages The test files of each page, by its name.
 * @param {Record<string, string>} options.entries Other modules that pages load, by name: they are at `/__pages/NAME.js`.
 * @param {import('vite').PluginOption[]} [options.plugins]
 * @param {boolean} [options.isWatching] Bundles anew after each change.
 * @returns `listFiles(names)`: the files of pages, from the root of the project; a Koa `middleware`; `remove()`.
 */
export async function bundlePages({ pages, entries, plugins = [], isWatching = false }) {
  // Beside others that run at the same time.
  const folder = `node_modules/.test-pages/${process.pid}`;
  const input = { ...entries, ...Object.fromEntries(Object.keys(pages).map((name) => [name, `${PAGE}${name}`])) };
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    // Lit has a build for development that warns of mistakes.
    resolve: { alias: sourceEntries, conditions: ['module', 'browser', 'development'] },
    // As does React.
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [pageModules(pages), ...plugins],
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      sourcemap: true,
      reportCompressedSize: false,
      watch: isWatching ? {} : null,
      rolldownOptions: {
        input,
        // package.json says that few modules of ours do anything when they are imported; tests are not among them.
        treeshake: false,
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: isWatching ? 'shared/[name].js' : 'shared/[name]-[hash].js',
          // A module begins when it is imported, whatever stands beside it in its file.
          strictExecutionOrder: true,
          codeSplitting: { groups: [{ name: nameShared }] },
        },
      },
    },
  });
  const watcher = 'on' in built ? built : undefined;
  if (watcher) await new Promise((resolve) => watcher.on('event', ({ code }) => void (code === 'END' && resolve(undefined))));
  /** The bundled file that an address stands for: that of a test file that the command line names, or of an entry. */
  const findBundled = (path) => {
    const name = /^\/__pages\/([\w-]+)\.js$/.exec(path)?.[1] ?? (TEST_FILE.test(path) ? nameOfPage(path.slice(1)) : undefined);
    return name === undefined ? undefined : `/${folder}/${name}.js`;
  };
  return {
    listFiles: (names = Object.keys(pages)) => names.map((name) => `${folder}/${name}.js`),
    async middleware(ctx, next) {
      const bundled = findBundled(ctx.path);
      if (bundled !== undefined) return void Object.assign(ctx, { type: 'js', body: `export * from '${bundled}';` });
      await next();
      if (!isWatching && ctx.path.startsWith(`/${folder}/`)) ctx.set('Cache-Control', KEPT_FOR_A_RUN);
    },
    async remove() {
      await watcher?.close();
      rmSync(join(root, folder), { recursive: true, force: true });
    },
  };
}

/** The name of the page of a test file, by its path from the root of the project. */
export function nameOfPage(file) {
  return file.slice('test/'.length).replaceAll('/', '-').replace('.test.ts', '');
}

/** The shared file that a module is in: packages each have one, so that a page parses those alone that it uses. */
function nameShared(id) {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  if (name) return name.replace('/', '-');
  const path = relative(root, id);
  return /^(?:src|test\/support)\//.exec(path)?.[0].replaceAll('/', '-').slice(0, -1);
}

/** A Vite plugin for the modules that stand for pages; what the runner serves itself stays as it is. */
function pageModules(pages) {
  return {
    name: 'test-pages',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith(PAGE)) return `\0${id}`;
      return id.includes('/__web-') ? { id: id.slice(id.indexOf('/__web-')), external: true } : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${PAGE}`)) return undefined;
      const name = id.slice(PAGE.length + 1);
      const files = pages[name].map(
        ({ file, canMeetCards }) => `{ file: '${file}', canMeetCards: ${canMeetCards}, load: () => import('/${file}') }`,
      );
      const classic =
        IS_CLASSIC || name.startsWith(CLASSIC_PAGE)
          ? `window.balcaoClassic = '${await findTimeLimit()}';\nawait loadClassicScript();\n`
          : '';
      return `import { loadTests } from '/test/support/shared-page.ts';
        import { loadClassicScript } from '/test/support/classic-script.ts';
        ${classic}await loadTests([${files.join(', ')}]);`;
    },
  };
}
