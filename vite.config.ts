import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { demoServer } from './demo/server/vite-plugin.js';
import { distFiles } from './scripts/dist-files.mjs';
import { sourceEntries } from './scripts/source-entries.mjs';

/** The demo: `npm start`. The builds of the package are in `scripts/build`. */
export default defineConfig({
  root: fileURLToPath(new URL('demo', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite-demo', import.meta.url)),
  resolve: { alias: sourceEntries },
  plugins: [demoServer(), distFiles()],
  server: { port: 5173, strictPort: false },
  preview: { port: 4173, strictPort: false },
  build: {
    outDir: fileURLToPath(new URL('dist-demo', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome109', 'firefox115', 'safari16.4'],
  },
});
