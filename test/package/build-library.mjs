import { build } from 'vite';

/**
 * Builds a library by plain Vite, in memory.
 *
 * @param {string} root
 * @param {import('vite').LibraryOptions} lib
 * @param {import('vite').BuildOptions} [options]
 * @returns The chunks, the entry first.
 */
export async function buildLibrary(root, lib, options = {}) {
  const built = await build({ configFile: false, root, logLevel: 'error', build: { write: false, ...options, lib } });
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
  return output.filter((file) => file.type === 'chunk');
}
