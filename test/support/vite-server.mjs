import { join } from 'node:path';
import { createServer } from 'vite';

/** Nothing changes while the tests run, and the port of the next run is another: no page asks again for what one before it has read. */
export const KEPT_FOR_A_RUN = 'max-age=7200, immutable';

const isWatching = process.argv.includes('--watch');

const whileRunningOnce = { watch: null, headers: { 'Cache-Control': KEPT_FOR_A_RUN } };

/** The runner itself watches only what it serves. */
const WATCHED = ['src', 'test', 'demo'];

/**
 * Serves the test runner's pages through Vite, so that tests see the TypeScript, CommonJS and resolution rules of the build.
 *
 * @param {string} name Of the folder for packages that are bundled: servers that run at the same time may not have one together, since each
 * bundles anew what another one has bundled for other settings.
 * @param {import('vite').InlineConfig} config Added to what the runner needs.
 * @returns The Vite server, a Koa middleware for the runner, and a runner plugin that closes the server with it.
 */
export async function viteServer(name, config) {
  const vite = await createServer({
    logLevel: 'error',
    appType: 'custom',
    cacheDir: join(process.env.VITE_TEST_CACHE ?? 'node_modules/.vite-test', name),
    ...config,
    plugins: [runnerModulesAreExternal(), ...(config.plugins ?? [])],
    server: { middlewareMode: true, hmr: false, ws: false, ...(isWatching ? {} : whileRunningOnce), ...config.server },
  });
  return {
    vite,
    middleware: (ctx, next) => (isRunnersOwn(ctx.path) ? next() : serve(vite, ctx, next)),
    plugin: {
      name: 'vite',
      serverStart({ fileWatcher }) {
        if (isWatching) fileWatcher.add(WATCHED);
      },
      serverStop: () => vite.close(),
    },
  };
}

/** The runner's page, its socket and its framework are not Vite's to serve. */
function isRunnersOwn(path) {
  return path === '/' || path.startsWith('/__web-');
}

function runnerModulesAreExternal() {
  return {
    name: 'runner-modules-are-external',
    enforce: 'pre',
    resolveId: (id) => (id.includes('/__web-') ? { id: id.slice(id.indexOf('/__web-')), external: true } : undefined),
  };
}

function serve(vite, ctx, next) {
  return new Promise((resolve, reject) => {
    // The session id would make Vite see one module per page as many.
    ctx.req.url = ctx.req.url.replace(/([?&])wtr-session-id=[^&]*&?/, '$1').replace(/[?&]$/, '');
    ctx.res.once('close', resolve);
    ctx.respond = false;
    vite.middlewares(ctx.req, ctx.res, (error) => {
      if (error) return reject(error);
      ctx.respond = true;
      return next().then(resolve, reject);
    });
  });
}
