import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './configs.mjs';
import { listValues, readElements } from './manifest-elements.mjs';

/** Writes the files by which editors complete and explain markup: VS Code's custom data for HTML and CSS, and JetBrains' web-types. */
export function writeEditorData(dist) {
  const elements = readElements(dist);
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const write = (file, data) => writeFileSync(join(dist, file), `${JSON.stringify(data, null, 2)}\n`);
  write('vscode.html-custom-data.json', formatHtmlData(elements));
  write('vscode.css-custom-data.json', formatCssData(elements));
  write('web-types.json', formatWebTypes(elements, { name, version }));
}

const unique = (items) =>
  [...new Map(items.map((item) => [item.name, item])).values()].sort((one, other) => (one.name < other.name ? -1 : 1));

function formatHtmlData(elements) {
  return {
    version: 1.1,
    tags: elements.map(({ tag, description, attributes }) => ({
      name: tag,
      description,
      attributes: attributes.map(({ name, type, description: about }) => {
        const values = listValues(type).map((value) => ({ name: value }));
        return { name, description: about, ...(type === 'boolean' && { valueSet: 'v' }), ...(values.length > 0 && { values }) };
      }),
    })),
  };
}

function formatCssData(elements) {
  const parts = unique(elements.flatMap((element) => element.parts));
  const properties = unique(elements.flatMap(({ customProperties }) => customProperties));
  return {
    version: 1.1,
    properties: properties.map(({ name, description }) => ({ name, description })),
    pseudoElements: parts.map(({ name, description }) => ({ name: `::part(${name})`, description })),
  };
}

function formatWebTypes(elements, { name, version }) {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    'js-types-syntax': 'typescript',
    contributions: { html: { elements: elements.map((element) => formatWebTypesElement(element, name)) } },
  };
}

function formatWebTypesElement({ tag, className, description, attributes, properties, events, slots, parts, customProperties }, module) {
  const typeOf = (property) => `${className}['${property}']`;
  return {
    name: tag,
    description,
    source: { module, symbol: className },
    attributes: attributes.map(({ name, type, description: about }) => ({
      name,
      description: about,
      value: formatWebTypesValue(type),
    })),
    slots,
    js: {
      properties: properties.map(({ name, description: about }) => ({ name, description: about, type: typeOf(name) })),
      events,
    },
    css: { parts, properties: customProperties.map(({ name, description: about }) => ({ name, description: about })) },
  };
}

/** Formats a type for web-types. The editor does not know our own named types, so they become text. */
function formatWebTypesValue(type) {
  if (type === 'boolean') return { kind: 'no-value', type };
  if (/^[A-Z]\w*$/.test(type)) return { type: 'string' };
  return { type: listValues(type).length > 0 ? type.split(' | ') : type };
}
