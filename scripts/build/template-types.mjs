import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './configs.mjs';
import { readElements } from './manifest-elements.mjs';

/** The frameworks whose templates have types. Each has an entry of the package, and a file in `scripts/build/templates`. */
export const FRAMEWORKS = ['react', 'svelte', 'vue'];

/**
 * Writes the types of templates: the attributes, properties and events of the elements from the manifest, in the syntax of each framework.
 */
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

/**
 * The interfaces of an element. The names in a framework's own syntax are written out, because editors show no comments for names that a
 * mapped type creates.
 */
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

/**
 * Formats the type of an attribute. If the type lists words and allows any `string`, editors offer the words and accept any text. A named
 * type is the type of the property.
 */
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
