/**
 * Checks `dist/custom-elements.json` against what is promised: every element that is registered is in it, with a description, and so are
 * its attributes, events, parts and slots.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}dist/custom-elements.json`, 'utf8'));

/** Tags that `define.ts` files register. */
function listTags() {
  const files = readdirSync(`${root}src/elements`, { recursive: true }).filter((file) => String(file).endsWith('define.ts'));
  return files.flatMap((file) =>
    [...readFileSync(`${root}src/elements/${file}`, 'utf8').matchAll(/define\('([^']+)'/g)].map(([, tag]) => tag),
  );
}

/** What an element lacks, one line each. */
function findGaps(tag) {
  const element = manifest.modules.flatMap(({ declarations }) => declarations ?? []).find(({ tagName }) => tagName === tag);
  if (!element) return [`${tag}: not in the manifest; its class needs @tag ${tag}`];
  const gaps = [];
  if (!element.description && !element.summary) gaps.push(`${tag}: no description`);
  for (const kind of ['attributes', 'events', 'cssParts']) if (!element[kind]?.length) gaps.push(`${tag}: no ${kind}`);
  for (const kind of ['attributes', 'events', 'cssParts', 'cssProperties', 'slots']) {
    for (const { name, description } of element[kind] ?? []) if (!description) gaps.push(`${tag}: ${kind} "${name}" has no description`);
  }
  return gaps;
}

const tags = listTags();
const gaps = tags.flatMap(findGaps);
for (const gap of gaps) console.error(gap);
console.log(`manifest: ${tags.length} elements (${tags.join(', ')}), ${gaps.length} gaps`);
if (gaps.length > 0) process.exitCode = 1;
