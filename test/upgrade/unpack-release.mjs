import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const resolve = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Unpacks what an earlier release has published into a folder of its own, beside the packages that its server imports.
 *
 * @param {string} version
 */
export function unpackRelease(version) {
  const folder = mkdtempSync(join(tmpdir(), `balcao-${version}-`));
  execFileSync('tar', ['-xzf', resolve(`test/fixtures/releases/${version}.tgz`), '-C', folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
