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
    `  '${tag}': { element: ${className}; attributes: ${className}Attributes; properties: ${className}Properties; events: ${className}Events };`,
  ]);
  const blocks = [
    imports.join('\n'),
    ...elements.flatMap(formatElement),
    ['/** Everything that a template may say of each element. */', 'export interface BalcaoTags {', ...tags.flat(), '}'].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function formatElement({ tag, className, attributes, properties, events }) {
  const own = properties.filter(({ attribute }) => !attribute);
  return [
    formatInterface(`Attributes of \`<${tag}>\`.`, `${className}Attributes`, attributes.map(formatAttribute)),
    formatInterface(
      `Properties of \`<${tag}>\` that are no attributes.`,
      `${className}Properties`,
      own.map(({ name, description }) => [description, `${name}?: ${className}['${name}'] | undefined`]),
    ),
    formatInterface(
      `Events of \`<${tag}>\`, those of the elements inside it too.`,
      `${className}Events`,
      events.map(({ name, description }) => [description, `'${name}': HTMLElementEventMap['${name}']`]),
    ),
  ];
}

/** Told words and `string` together: the words are offered, any other is taken. */
function formatAttribute({ name, type, description }) {
  const isOpen = type.includes("'") && / \| string$/.test(type);
  return [description, `'${name}'?: ${isOpen ? type.replace(/string$/, '(string & {})') : type} | undefined`];
}

function formatInterface(description, name, lines) {
  const body = lines.flatMap(([about, line]) => [`  /** ${about} */`, `  ${line};`]);
  return [`/** ${description} */`, `export interface ${name} {`, ...body, '}'].join('\n');
}
