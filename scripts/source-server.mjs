import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Loads our TypeScript sources in Node, for what needs them where they may not be built.
 *
 * @param {{ bundled?: (string | RegExp)[] }} options `bundled`: packages that Node cannot load as they are published.
 * @returns `load(path)`, which resolves with a module by its path from the root, like `/src/sandbox/index.ts`; `close()`.
 */
export async function startSourceServer({ bundled = [] } = {}) {
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    ssr: { noExternal: bundled },
  });
  return { load: (path) => vite.ssrLoadModule(path), close: () => vite.close() };
}
