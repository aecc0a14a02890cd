import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Reads the parts, nested elements and custom properties in the templates of an element: from the file of its class, and from all files
 * below `src/elements` that this file imports.
 *
 * @param {string} path The file of the class, from the root: `src/elements/pix/pix.ts`.
 * @returns {{ parts: string[], nested: { tag: string, exported: string[] }[], customProperties: string[] }} The element's own parts
 * (`method-*` stands for any ending); Balcão's elements in its shadow root, each with the parts that it exports; and the custom properties
 * `--balcao-*` that its styles read.
 */
export function readTemplates(path) {
  const files = [...listFiles(path)].map(readCode);
  const code = files.join('\n');
  return {
    parts: unique(files.flatMap(listParts)),
    nested: listTags(code).map((tag) => ({ tag, exported: readExported(tag) })),
    customProperties: unique(code.match(/--balcao-[a-z-]+/g) ?? []),
  };
}

function listParts(code) {
  const parts = [...code.matchAll(/\spart=(?:"([^"]*)"|\$\{([^}]*)\})/g)];
  return parts.flatMap(([, words, value]) => words?.replaceAll(/\$\{.*?\}/g, '*').split(' ') ?? readWords(value, code));
}

const unique = (names) => [...new Set(names.filter(Boolean))];

/** The files with lazy-loaded templates. The file of an element imports only their types. */
const LATE = /\.late\.ts$|\/outcome-view\.ts$/;

/** The module with the lazy-loaded code of all elements. */
const ALL_LATE = 'src/elements/late.ts';

/**
 * Lists a file and the files with code that it imports, including lazy-loaded ones. Leaves out other types and the definitions of other
 * elements.
 */
function listFiles(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  const imports = readCode(path).matchAll(/^(?:import|export) (type )?[^'"]*['"](\.[^'"]+)\.js['"]|\bimport\(['"](\.[^'"]+)\.js['"]\)/gm);
  for (const [, type, fixed, lazy] of imports) {
    const file = join(dirname(path), `${fixed ?? lazy}.ts`).replaceAll('\\', '/');
    const isDrawn = (!type || LATE.test(file)) && file !== ALL_LATE && !file.endsWith('/define.ts');
    if (file.startsWith('src/elements/') && isDrawn) listFiles(file, seen);
  }
  return seen;
}

function readCode(path) {
  return readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

/** Lists Balcão's elements in templates, and those that the checkout creates by the name of their method. */
function listTags(code) {
  const created = code.includes('createElement(getTag(method))')
    ? ['balcao-card-form', 'balcao-saved-cards', 'balcao-pix', 'balcao-boleto']
    : [];
  return unique([...[...code.matchAll(/<(balcao-[a-z-]+)(?=[\s>])/g)].map(([, tag]) => tag), ...created]);
}

/** Reads the parts that an element exports when it is nested: its field `parts`, and the parts of lazy-loaded outcomes. */
function readExported(tag) {
  const name = tag.replace('balcao-', '');
  const [, words] = /\breadonly parts =\s*'([^']*)'/.exec(readCode(`src/elements/${name}/${name}.ts`)) ?? [];
  if (!words) throw new Error(`${tag}: its parts are not one text of their own`);
  const late = /\bLATE_PARTS =\s*'([^']*)'/.exec(readCode('src/elements/shared/outcome/outcome-view.ts'))?.[1] ?? '';
  return unique([...words.split(','), ...(words.endsWith(',outcome,outcome-text') ? late.split(',') : [])]);
}

/** Reads the words that can be the value of an expression in a file: the words in the expression, or those of every type of that name. */
function readWords(expression, code) {
  const own = expression.match(/(?<=')[\w-]+(?=')/g);
  if (own) return own;
  const types = code.matchAll(new RegExp(`\\b${expression}: ((?:'[\\w-]+'(?: \\| )?)+)`, 'g'));
  const words = [...types].flatMap(([, type]) => type.match(/(?<=')[\w-]+(?=')/g) ?? []);
  if (words.length === 0) throw new Error(`part=\${${expression}}: its words are not to be found`);
  return words;
}
