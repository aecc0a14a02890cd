import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { demoServer } from './demo/server/vite-plugin.js';
import { staticPage } from './demo/static/static-page.js';
import { distFiles } from './scripts/dist-files.mjs';
import { sourceEntries } from './scripts/source-entries.mjs';
import type { UserConfig } from 'vite';

const root = fileURLToPath(new URL('demo', import.meta.url));
const target = ['chrome109', 'firefox115', 'safari16.4'];
/** What is built of the pages; the others are for the development server, which has `dist`. */
const PAGES = ['index.html', 'documentos.html'];
const outDir = fileURLToPath(new URL('dist-demo', import.meta.url));

/** The demo: `npm start` with its servers, `npm run build:demo` as static pages that work below any path. */
const pages: UserConfig = {
  base: './',
  // What `dist` holds is served as it is, and Vite would look for a source of it.
  server: { port: 5173, strictPort: false, preTransformRequests: false },
  // Named, all of them: one that is found in the middle of a payment would reload the page.
  optimizeDeps: {
    include: ['idb', 'ky', 'lit', 'lit/directive.js', 'lit/directives/guard.js', 'marked', 'qrcode/lib/core/qrcode.js', 'zod/mini'],
    noDiscovery: true,
  },
  preview: { port: 4173, strictPort: false },
  build: { outDir, emptyOutDir: true, target, rolldownOptions: { input: PAGES.map((page) => `${root}/${page}`) } },
};

/** The service worker that plays the servers for the static pages: one file, beside them. */
const worker: UserConfig = {
  build: {
    outDir,
    emptyOutDir: false,
    target,
    lib: { entry: 'static/worker.ts', formats: ['iife'], name: 'demoWorker', fileName: () => 'worker.js' },
  },
};

/**
 * `--mode worker` builds the worker. `--mode served` builds and shows pages that have their servers as `npm start` has them, for tests. The
 * builds of the package are in `scripts/build`.
 */
export default defineConfig(({ mode }) => ({
  root,
  cacheDir: fileURLToPath(new URL('node_modules/.vite-demo', import.meta.url)),
  resolve: { alias: sourceEntries },
  ...(mode === 'worker' ? worker : { ...pages, plugins: [mode === 'production' ? staticPage() : demoServer(), distFiles()] }),
}));
