import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages in each script that the bundler writes: path below `dist` -> folders of the packages.
 *
 * @typedef {Map<string, readonly string[]>} Bundles
 */

/**
 * Lists the folders of the packages that modules are from.
 *
 * @param {readonly string[]} moduleIds The bundler's own list of the modules in a chunk.
 */
export function listFolders(moduleIds) {
  const folders = moduleIds.flatMap((id) => id.replaceAll('\\', '/').match(/^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []);
  return [...new Set(folders)];
}

/** Reads the `package.json` in a folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Formats the text of the notice: the name, version, licence and licence text of each package.
 *
 * @param {Bundles} bundles
 */
export function formatNotice(bundles) {
  const head = 'The files in this folder contain code of the packages below, under their own licences.';
  const entries = [...new Set([...bundles.values()].flat())].map(describePackage).sort();
  return `${[head, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function describePackage(folder) {
  const { name, version, license } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  const path = join(folder, file ?? 'LICENSE');
  if (!existsSync(path)) throw new Error(`${name} is bundled, but has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(path, 'utf8').trim()}`;
}
