import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackage } from '../../scripts/tests/artifacts.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The package as npm would publish it, where a project that depends on it would have it, with its dependencies beside it and nothing else.
 * Its files are links to those of the run.
 *
 * @param {string[]} [others] Packages that this project has besides.
 * @returns {{ project: string, folder: string, remove: () => void }} The project, and the package in its node_modules.
 */
export function installPacked(others = []) {
  const project = mkdtempSync(join(tmpdir(), 'balcao-packed-'));
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  execFileSync('cp', ['-al', findPackage(project), join(modules, 'balcao')]);
  for (const name of ['idb', 'lit', 'zod', ...others]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  }
  return { project, folder: join(modules, 'balcao'), remove: () => rmSync(project, { recursive: true, force: true }) };
}
