import { readTemplates } from './scripts/element-templates.mjs';
import { readSettingsTable } from './scripts/settings-table.mjs';

/** The manifest of the elements, from their doc blocks (see CONTRIBUTING.md). */
export default {
  globs: ['src/elements/**/*.ts'],
  exclude: ['src/elements/**/*.styles.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [declareSettings(), describeNested(), keepPublic()],
};

const listElements = ({ modules }) =>
  modules.flatMap(({ path, declarations }) => (declarations ?? []).filter(({ tagName }) => tagName).map((element) => ({ path, element })));

/** Every element has the settings of the table, which Lit makes its properties of. */
function declareSettings() {
  let rows;
  const declare = (element, settings) => {
    const fields = settings.map(({ name, attribute, type, description }) => ({
      kind: 'field',
      name,
      type: { text: type },
      description,
      ...(attribute && { attribute }),
    }));
    const attributes = fields.filter(({ attribute }) => attribute);
    element.members = [...fields, ...(element.members ?? [])];
    element.attributes = [
      ...attributes.map(({ name, type, description, attribute }) => ({ name: attribute, type, description, fieldName: name })),
      ...(element.attributes ?? []),
    ];
  };
  return {
    name: 'balcao-settings',
    initialize({ ts }) {
      rows = readSettingsTable(ts);
    },
    moduleLinkPhase({ moduleDoc }) {
      for (const element of moduleDoc.declarations ?? []) {
        const own = rows.filter(({ only }) => only && only === element.tagName);
        if (own.length > 0) declare(element, own);
        if (element.name === 'ChargeElement') element.customElement = true;
        if (element.name !== 'SettingsElement') continue;
        declare(element, rows.filter(({ only }) => !only)); // prettier-ignore
        Object.assign(element, { superclass: { name: 'LitElement', package: 'lit' }, customElement: true });
      }
    },
  };
}

/**
 * An element with another one in its shadow root sends that one's events too, since they bubble and are composed, and has the parts
 * that it exports of it.
 */
function describeNested() {
  return {
    name: 'balcao-nested',
    packageLinkPhase({ customElementsManifest }) {
      const elements = new Map(listElements(customElementsManifest).map((entry) => [entry.element.tagName, entry]));
      const done = new Set();
      const complete = (tag) => {
        const { path, element } = elements.get(tag);
        if (done.has(tag)) return element;
        done.add(tag);
        for (const { tag: inner, exported } of readTemplates(path).nested) {
          const { events = [], cssParts = [] } = complete(inner);
          element.events = merge(element.events, events.filter(({ name }) => name.startsWith('balcao-'))); // prettier-ignore
          element.cssParts = merge(element.cssParts, cssParts.filter(({ name }) => exported.includes(name))); // prettier-ignore
        }
        return element;
      };
      for (const tag of elements.keys()) complete(tag);
    },
  };
}

/** The list, and of the other one what it does not name. */
function merge(list = [], others) {
  const names = new Set(list.map(({ name }) => name));
  const added = others.filter(({ name }) => !names.has(name)).map((other) => ({ ...other }));
  for (const other of added) delete other.inheritedFrom;
  return [...list, ...added];
}

/** What a page can use: the elements, their base classes and definitions, without what is private or protected. */
function keepPublic() {
  const isPublic = ({ privacy = 'public', name }) => privacy === 'public' && !name.startsWith('#');
  const isElement = ({ customElement }) => customElement;
  return {
    name: 'balcao-public',
    packageLinkPhase({ customElementsManifest }) {
      const isUsed = ({ declarations = [], exports = [] }) =>
        declarations.some(isElement) || exports.some(({ kind }) => kind === 'custom-element-definition');
      customElementsManifest.modules = customElementsManifest.modules.filter(isUsed);
      for (const module of customElementsManifest.modules) {
        module.declarations = module.declarations.filter(isElement);
        for (const element of module.declarations) element.members = (element.members ?? []).filter(isPublic);
      }
    },
  };
}
