import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Loads our TypeScript sources in Node, for what needs them where they may not be built.
 *
 * @returns `load(path)`, which resolves with a module by its path from the root, like `/src/sandbox/index.ts`; `close()`.
 */
export async function startSourceServer() {
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  return { load: (path) => vite.ssrLoadModule(path), close: () => vite.close() };
}
