import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a plugin that collects the packages whose code is in the bundles, over all builds that share the set `packages`.
 *
 * @param {Set<string>} packages The folders of the packages. The plugin adds to the set.
 * @returns {import('vite').Plugin}
 */
export function licensesPlugin(packages) {
  return {
    name: 'balcao-licenses',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = id.replaceAll('\\', '/').match(/^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1];
          if (folder) packages.add(folder);
        }
      }
    },
  };
}

/** Formats the text of the notice: the name, version, licence and licence text of each package. */
export function writeNotice(packages) {
  const head = 'The files in this folder contain code of the packages below, under their own licences.';
  const entries = [...packages].map(describePackage).sort();
  return `${[head, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function describePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  const path = join(folder, file ?? 'LICENSE');
  if (!existsSync(path)) throw new Error(`${name} is bundled, but has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(path, 'utf8').trim()}`;
}
