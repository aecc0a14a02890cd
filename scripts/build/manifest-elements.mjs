import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the elements of the manifest, in the form that editors and frameworks need.
 *
 * @param {string} dist The folder with `custom-elements.json`.
 * @returns {{
 *   tag: string, className: string, path: string, description: string,
 *   attributes: { name: string, property?: string, type: string, description: string }[],
 *   properties: { name: string, attribute?: string, description: string }[],
 *   events: { name: string, description: string }[],
 *   slots: { name: string, description: string }[],
 *   parts: { name: string, description: string }[],
 *   customProperties: { name: string, default?: string, description: string }[],
 * }[]} The elements, sorted by tag. `properties` are those that a page may set; `events` are Balcão's own.
 */
export function readElements(dist) {
  const { modules } = JSON.parse(readFileSync(join(dist, 'custom-elements.json'), 'utf8'));
  const found = modules.flatMap(({ path, declarations }) =>
    declarations.filter(({ tagName }) => tagName).map((element) => ({ path, element })),
  );
  return found.map(({ path, element }) => describe(path, element)).sort((one, other) => (one.tag < other.tag ? -1 : 1));
}

const byName = (one, other) => (one.name < other.name ? -1 : 1);
const pick = (list = []) => list.map(({ name, description = '' }) => ({ name, description: flatten(description) })).sort(byName);
const flatten = (text) => text.replaceAll(/\s+/g, ' ').trim();

function describe(path, { tagName, name, description, attributes = [], members = [], events, slots, cssParts, cssProperties = [] }) {
  const isSettable = ({ kind, readonly, static: isStatic }) => kind === 'field' && !readonly && !isStatic;
  return {
    tag: tagName,
    className: name,
    path: path.replace(/^src\/(.*)\.ts$/, './$1.js'),
    description: flatten(description),
    attributes: attributes.map((each) => ({
      name: each.name,
      property: each.fieldName,
      type: withoutUndefined(each.type.text),
      description: flatten(each.description),
    })),
    properties: members.filter(isSettable).map((each) => ({
      name: each.name,
      attribute: attributes.find(({ fieldName }) => fieldName === each.name)?.name,
      description: flatten(each.description),
    })),
    events: pick(events).filter((event) => event.name.startsWith('balcao-') || event.name === 'change'),
    slots: pick(slots),
    parts: pick(cssParts),
    customProperties: cssProperties
      .map((each) => ({ name: each.name, default: each.default, description: flatten(each.description) }))
      .sort(byName),
  };
}

/** Removes `undefined` from a type: in markup, a missing attribute is undefined. */
function withoutUndefined(type) {
  return type
    .split(' | ')
    .filter((each) => each !== 'undefined')
    .join(' | ');
}

/** @returns {string[]} The words that the type of an attribute lists. */
export function listValues(type) {
  return [...type.matchAll(/'([^']*)'/g)].map(([, word]) => word);
}
