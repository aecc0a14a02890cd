import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './configs.mjs';
import { readElements } from './manifest-elements.mjs';

/** Frameworks whose templates have types: an entry of the package each, and a file in `scripts/build/templates`. */
export const FRAMEWORKS = ['react', 'svelte', 'vue'];

/** Writes the types of templates: what the elements take, from the manifest, and how each framework writes that. */
export function writeTemplateTypes(dist) {
  const folder = join(dist, 'templates');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'elements.d.ts'), formatElements(readElements(dist)));
  for (const name of FRAMEWORKS) copyFileSync(join(root, `scripts/build/templates/${name}.d.ts`), join(folder, `${name}.d.ts`));
}

function formatElements(elements) {
  const imports = elements.map(({ className, path }) => `import type { ${className} } from '.${path}';`);
  const tags = elements.map(({ tag, className, description }) => [
    `  /** ${description} */`,
    `  '${tag}': {`,
    `    element: ${className};`,
    ...KINDS.map((kind) => `    ${kind.toLowerCase()}: ${className}${kind};`),
    '  };',
  ]);
  const blocks = [
    imports.join('\n'),
    ...elements.flatMap(formatElement),
    ['/** Everything that a template may say of each element. */', 'export interface BalcaoTags {', ...tags.flat(), '}'].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** What is said of an element: an interface each. Names that a framework writes in a way of its own are spelled out, since editors show no comment of a name that a type makes. */
const KINDS = ['Attributes', 'Properties', 'Events', 'Listeners', 'Props'];

function formatElement(element) {
  const { tag, className, attributes, properties, events } = element;
  const own = properties.filter(({ attribute }) => !attribute);
  const blocks = {
    Attributes: [`Attributes of \`<${tag}>\`.`, attributes.map((each) => formatAttribute(className, each.name, each))],
    Properties: [
      `Properties of \`<${tag}>\` that are no attributes.`,
      own.map(({ name, description }) => [description, `${name}?: ${className}['${name}'] | undefined`]),
    ],
    Events: [
      `Events of \`<${tag}>\`, those of the elements inside it too.`,
      events.map(({ name, description }) => [description, `'${name}': HTMLElementEventMap['${name}']`]),
    ],
    Listeners: [
      `Listeners of \`<${tag}>\`, as React and Svelte name them.`,
      events.map((event) => formatListener(`on${event.name}`, event)),
    ],
    Props: [
      `Attributes and listeners of \`<${tag}>\`, as Vue names them.`,
      [
        ...attributes.map((each) => formatAttribute(className, toCamelCase(each.name), each)),
        ...events.map((event) => formatListener(toCamelCase(`on-${event.name}`), event)),
      ],
    ],
  };
  return KINDS.map((kind) => formatInterface(`${className}${kind}`, ...blocks[kind]));
}

/** The words that are told and `string` together: the words are offered, any other is taken. A type with a name is the property's own. */
function formatAttribute(className, as, { property, type, description }) {
  const isOpen = type.includes("'") && / \| string$/.test(type);
  const isNamed = /^[A-Z]\w*$/.test(type);
  const written = isNamed ? `${className}['${property}']` : isOpen ? type.replace(/string$/, '(string & {})') : type;
  return [description, `'${as}'?: ${written} | undefined`];
}

function formatListener(as, { name, description }) {
  return [description, `'${as}'?: ((event: HTMLElementEventMap['${name}']) => void) | undefined`];
}

function toCamelCase(name) {
  return name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function formatInterface(name, description, lines) {
  const body = lines.flatMap(([about, line]) => [`  /** ${about} */`, `  ${line};`]);
  return [`/** ${description} */`, `export interface ${name} {`, ...body, '}'].join('\n');
}
