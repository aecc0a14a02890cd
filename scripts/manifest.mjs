/**
 * Checks `dist/custom-elements.json`. Every registered element must be in it, with a description, and so must its attributes, events, parts
 * and slots. The parts and custom properties must be those in the templates, and a page must be able to style the parts of nested elements.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTemplates } from './element-templates.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}dist/custom-elements.json`, 'utf8'));

/** Lists the tags that the files `define.ts` and `define-NAME.ts` register. */
function listTags() {
  const files = readdirSync(`${root}src/elements`, { recursive: true }).filter((file) => /define(?:-[a-z]+)?\.ts$/.test(String(file)));
  return files.flatMap((file) =>
    [...readFileSync(`${root}src/elements/${file}`, 'utf8').matchAll(/defineElement\('([^']+)'/g)].map(([, tag]) => tag),
  );
}

function findElement(tag) {
  for (const { path, declarations } of manifest.modules) {
    const element = declarations?.find(({ tagName }) => tagName === tag);
    if (element) return { path, element };
  }
  return undefined;
}

/** Finds what the manifest lacks about an element. Returns one line for each gap. */
function findGaps(tag) {
  const found = findElement(tag);
  if (!found) return [`${tag}: not in the manifest; its class needs @tag ${tag}`];
  const { path, element } = found;
  const gaps = compareWithTemplates(tag, element, readTemplates(path));
  if (!element.description && !element.summary) gaps.push(`${tag}: no description`);
  for (const kind of ['attributes', 'events', 'cssParts']) if (!element[kind]?.length) gaps.push(`${tag}: no ${kind}`);
  for (const kind of ['attributes', 'events', 'cssParts', 'cssProperties', 'slots']) {
    for (const { name, description } of element[kind] ?? []) if (!description) gaps.push(`${tag}: ${kind} "${name}" has no description`);
  }
  return gaps;
}

/**
 * Finds names in templates without a description, names with a description that no template has, and parts of nested elements that are not
 * exported.
 */
function compareWithTemplates(tag, { cssParts = [], cssProperties = [] }, { parts, nested, customProperties }) {
  const isLike = (name, pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
  const described = cssParts.map(({ name }) => name);
  const inner = nested.map(({ tag: innerTag, exported }) => ({ innerTag, exported, own: findElement(innerTag)?.element.cssParts ?? [] }));
  const drawn = [...parts, ...inner.flatMap(({ own }) => own.map(({ name }) => name))];
  return [
    ...parts.filter((part) => !described.some((name) => isLike(name, part))).map((part) => `${tag}: part "${part}" has no @csspart`),
    ...described.filter((name) => !drawn.some((part) => isLike(name, part))).map((name) => `${tag}: no template has the part "${name}"`),
    ...inner.flatMap(({ innerTag, exported, own }) =>
      own.filter(({ name }) => !exported.includes(name)).map(({ name }) => `${tag}: exportparts of ${innerTag} lacks "${name}"`),
    ),
    ...customProperties
      .filter((property) => !cssProperties.some(({ name }) => name === property))
      .map((property) => `${tag}: "${property}" has no @cssprop`),
    ...cssProperties.filter(({ name }) => !customProperties.includes(name)).map(({ name }) => `${tag}: no style reads "${name}"`),
  ];
}

const tags = listTags();
const described = manifest.modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
const unknown = described.filter((tag) => !tags.includes(tag)).map((tag) => `${tag}: no define.ts registers it`);
const gaps = [...tags.flatMap(findGaps), ...unknown];
for (const gap of gaps) console.error(gap);
console.log(`manifest: ${tags.length} elements (${tags.join(', ')}), ${gaps.length} gaps`);
if (gaps.length > 0) process.exitCode = 1;
