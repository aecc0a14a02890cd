/**
 * Writes docs/api.md from dist/custom-elements.json and the types in the same folder, and docs/texts.md from the dictionaries:
 * `node scripts/api-docs.mjs`. With `--check` it writes nothing and fails if a document differs. It needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { followTypes, listMembers, listTypeNames, readDeclarations } from './api-docs/declarations.mjs';
import { createCode, createSentence, createTable } from './api-docs/tables.mjs';
import { createTextsDocument } from './api-docs/texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The class that declares the settings of every element. */
const SETTINGS_CLASS = 'SettingsElement';

/** The types that are left out: they are described elsewhere, or they are long and of no use here. */
const LEAVES = new Set(['BalcaoEvent', 'BalcaoEvents', 'BeforePayEvent', 'Texts', 'TextKey', 'PaymentsClient']);

const ORDER = ['balcao-checkout', 'balcao-card-form', 'balcao-saved-cards', 'balcao-installments', 'balcao-pix', 'balcao-boleto'];

/** The elements that stand inside others. */
const INSIDE = {
  'balcao-checkout': ORDER.slice(1),
  'balcao-card-form': ['balcao-installments'],
  'balcao-saved-cards': ['balcao-installments'],
};

const byName = (first, second) => first.name.localeCompare(second.name, 'en');

/** Reads the elements of the manifest, the checkout first. */
function readElements() {
  const { modules } = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8'));
  const elements = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
  const rank = ({ tagName }) => (ORDER.includes(tagName) ? ORDER.indexOf(tagName) : ORDER.length);
  return elements.sort((first, second) => rank(first) - rank(second));
}

/** Returns whether a page may use a member: it is neither private nor static, and it is not a callback of the browser. */
function isPublic({ privacy, static: isStatic, name }) {
  return (privacy ?? 'public') === 'public' && !isStatic && !/^form\w+Callback$/.test(name);
}

/** Lists the attributes, each with its property, and then the properties without an attribute. */
function listFields({ members, attributes = [] }) {
  const isAttribute = new Set(attributes.map(({ fieldName }) => fieldName));
  const fields = members.filter((member) => member.kind === 'field' && isPublic(member) && !isAttribute.has(member.name));
  return [...attributes.map(({ name, fieldName, ...field }) => ({ ...field, name: fieldName, attribute: name })), ...fields];
}

function isSetting({ inheritedFrom, name }) {
  return inheritedFrom?.name === SETTINGS_CLASS || name === 'methods';
}

/** Creates two tables: one of the attributes, one of the properties without an attribute. */
function createFieldTables(fields) {
  const createRow = ({ name, attribute, type, description, readonly }) => [
    ...(attribute ? [createCode(attribute)] : []),
    `${createCode(name)}${readonly ? ', read only' : ''}`,
    createCode(type?.text.replace(/ \| undefined$/, '')),
    createSentence(description),
  ];
  const attributes = fields.filter(({ attribute }) => attribute).map(createRow);
  const properties = fields.filter(({ attribute }) => !attribute).map(createRow);
  const tables = [
    createTable(['attribute', 'property', 'type', 'meaning'], attributes),
    createTable(['property', 'type', 'meaning'], properties),
  ];
  return tables.filter(Boolean).join('\n');
}

function createMethodTable({ members }) {
  const methods = members.filter((member) => member.kind === 'method' && isPublic(member)).sort(byName);
  const rows = methods.map(({ name, parameters = [], return: answer, description }) => {
    const names = parameters.map((parameter) => `${parameter.name}${parameter.optional ? '?' : ''}`);
    return [createCode(`${name}(${names.join(', ')})`), createCode(answer?.type?.text ?? 'void'), createSentence(description)];
  });
  return createTable(['method', 'returns', 'what it does'], rows);
}

function createDetail(type) {
  return type === undefined || type === 'null' ? 'none' : createCode(type.replaceAll(/;(\s*)\}/g, '$1}'));
}

function createEventTable(events, details) {
  const rows = events
    .sort(byName)
    .map(({ name, description }) => [createCode(name), createDetail(details.get(name)), createSentence(description)]);
  return createTable(['event', 'detail', 'when'], rows);
}

function createNamedTable(heading, items) {
  return createTable(
    [heading, 'what'],
    items.map(({ name, description }) => [name ? createCode(name) : 'the default slot', createSentence(description)]),
  );
}

/** Creates the table of the custom properties from the list of the themes' tokens, which has the values for light and dark. */
function createPropertyTable() {
  const tokens = JSON.parse(readFileSync(join(root, 'dist/themes/tokens.json'), 'utf8'));
  const rows = tokens.map(({ name, default: value, about }) => {
    const [light, dark] = [value].flat();
    const isSame = dark === undefined || dark === light;
    return [createCode(name), isSame ? createCode(light) : `${createCode(light)}, dark ${createCode(dark)}`, createSentence(about)];
  });
  return createTable(['custom property', 'default', 'what'], rows);
}

function createSection(heading, content) {
  return content && `${heading}\n\n${content}`;
}

/**
 * Splits the entries of an element into the tags of the elements inside it, all of whose entries it has too, and what is only its own: an entry of
 * its own, or one that it describes in its own way.
 */
function splitInner(element, elements, kind) {
  const entries = element[kind] ?? [];
  const inner = elements.filter((other) => {
    const isInside = INSIDE[element.tagName]?.includes(other.tagName) && other[kind];
    return isInside && other[kind].every(({ name }) => entries.some((entry) => entry.name === name));
  });
  const isInner = ({ name, description }) =>
    inner.some((other) => other[kind].some((entry) => entry.name === name && entry.description === description));
  return { tags: inner.map(({ tagName }) => tagName), own: entries.filter((entry) => !isInner(entry)) };
}

/** Creates a section of an element that names the elements inside it first, then lists what only it has. */
function createInnerSection(heading, { tags, own }, createRows) {
  const name = heading.toLowerCase();
  const links = tags.map((tag) => `[\`<${tag}>\`](#${name}-of-${tag})`);
  const lead = links.length > 0 ? `Those of ${new Intl.ListFormat('en').format(links)}${own.length > 0 ? ', and:' : '.'}\n\n` : '';
  return createSection(`### ${heading}`, `${lead}${createRows(own)}`);
}

function createElementSection(element, elements, details) {
  const { tagName, description } = element;
  const split = (kind) => splitInner(element, elements, kind);
  const own = listFields(element).filter((field) => !isSetting(field));
  const parts = [
    createSection('### Attributes and properties', createFieldTables(own)),
    createSection('### Methods', createMethodTable(element)),
    createInnerSection('Events', split('events'), (events) => createEventTable(events, details)),
    createInnerSection('Slots', split('slots'), (slots) => createNamedTable('slot', slots)),
    createInnerSection('Parts', split('cssParts'), (parts) => createNamedTable('part', parts.sort(byName))),
  ];
  // Each section has the same headings, so the element's name makes their anchors unique.
  const named = parts.map((part) => part.replace(/^### (.+)/, `### $1 of ${tagName}`));
  return `## \`<${tagName}>\`\n\n${description}\n\n${named.filter(Boolean).join('\n')}`;
}

function createTypeSection(names, declarations) {
  const code = names.map((name) => declarations.get(name)).join('\n\n');
  return `## Types\n\nAs \`balcao\` exports them, or as these use them.\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
}

/** Creates the whole document. */
async function createApiDocument() {
  const elements = readElements();
  const declarations = readDeclarations(join(root, 'dist'));
  const details = listMembers(declarations.get('BalcaoEvents'));
  const settings = [
    ...new Map(
      elements
        .flatMap(listFields)
        .filter(isSetting)
        .map((field) => [field.name, field]),
    ).values(),
  ];
  const sections = elements.map((element) => createElementSection(element, elements, details));
  const tables = [createFieldTables(settings), ...sections].join('\n');
  const code = (tables.match(/`[^`]+`/g) ?? []).join('\n').replaceAll('\\|', '|');
  const types = followTypes(listTypeNames(code, declarations), declarations, (name) => LEAVES.has(name));
  const contents = [
    '[Settings of every element](#settings-of-every-element)',
    ...elements.map(({ tagName }) => `[\`<${tagName}>\`](#${tagName})`),
    '[Custom properties](#custom-properties)',
    '[Types](#types)',
  ];
  const text = `# API

Every attribute, property, method, event, slot, part and custom property; the texts are on [a page of their own](texts.md). Written by
\`node scripts/api-docs.mjs\` from \`dist/custom-elements.json\`; a test fails when it is stale. How things are used is in the
[README](../README.md) and the [recipes](recipes/README.md).

${contents.map((link) => `- ${link}`).join('\n')}

All \`balcao-\` events bubble and are composed: a listener on \`<balcao-checkout>\`, or on \`document\`, gets those of the elements inside.
Parts of nested elements are exported: \`balcao-checkout::part(...)\` reaches all of them.

<!-- prettier-ignore-start -->

## Settings of every element

Inside a \`<balcao-checkout>\` the checkout's settings are the defaults of what it holds. \`methods\` is the checkout's alone.

${createFieldTables(settings)}
${sections.join('\n')}
## Custom properties

Of every element; see [theming](recipes/theming.md).

${createPropertyTable()}
<!-- prettier-ignore-end -->

${createTypeSection(types, declarations)}`;
  return format(text, { parser: 'markdown', printWidth: 140, singleQuote: true });
}

/** The generated documents. */
export const GENERATED = { 'docs/api.md': createApiDocument, 'docs/texts.md': createTextsDocument };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, create] of Object.entries(GENERATED)) {
    const text = await create();
    const path = join(root, file);
    if (!process.argv.includes('--check')) writeFileSync(path, text);
    const isStale = readFileSync(path, 'utf8') !== text;
    console.log(isStale ? `${file} is stale: run node scripts/api-docs.mjs` : `${file} is what the sources say`);
    if (isStale) process.exitCode = 1;
  }
}
