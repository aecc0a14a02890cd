import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { findServedDemo } from '../../scripts/tests/artifacts.mjs';
import { root } from '../package/packed.mjs';

/** Serves the built demo with its servers, as `npm start` does, in this process. Returns its `port` and `close()`. */
export async function startServedDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-served-demo-'));
  const server = await preview({
    configFile: join(root, 'vite.config.ts'),
    mode: 'served',
    logLevel: 'error',
    build: { outDir: findServedDemo(folder) },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const close = async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address());
  return { port, close };
}
