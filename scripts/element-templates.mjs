import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * What the templates of an element draw, read from its class's file and from everything that this imports below `src/elements`.
 *
 * @param {string} path The class's file, from the root: `src/elements/pix/pix.ts`.
 * @returns {{ parts: string[], nested: { tag: string, exported: string[] }[], customProperties: string[] }} Its own parts, where
 * `method-*` stands for any ending; Balcão's elements in its shadow root, with the parts that it exports of them; and the
 * `--balcao-*` that its styles read.
 */
export function readTemplates(path) {
  const code = [...listFiles(path)].map(readCode).join('\n');
  const parts = code.matchAll(/\spart=(?:"([^"]*)"|\$\{([^}]*)\})/g);
  return {
    parts: unique([...parts].flatMap(([, words, value]) => words?.replaceAll(/\$\{.*?\}/g, '*').split(' ') ?? readWords(value, code))),
    nested: listTags(code).map((tag) => ({ tag, exported: readExported(tag) })),
    customProperties: unique(code.match(/--balcao-[a-z-]+/g) ?? []),
  };
}

const unique = (names) => [...new Set(names.filter(Boolean))];

/** What an element draws with after the first field: its file has the type alone, since the code comes later. */
const LATE = /\.late\.ts$|\/outcome-view\.ts$/;

/** The code of all elements that comes later. */
const ALL_LATE = 'src/elements/late.ts';

/** The file, and what it imports that runs, at once or late: no other types, and no other element's definition. */
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

/** Balcão's elements in templates. */
function listTags(code) {
  return unique([...code.matchAll(/<(balcao-[a-z-]+)(?=[\s>])/g)].map(([, tag]) => tag));
}

/** What an element exports by itself when it is inside another: its field `parts`, with those of outcomes where they come later. */
function readExported(tag) {
  const name = tag.replace('balcao-', '');
  const [, words] = /\breadonly parts =\s*'([^']*)'/.exec(readCode(`src/elements/${name}/${name}.ts`)) ?? [];
  if (!words) throw new Error(`${tag}: its parts are not one text of their own`);
  const late = /\bLATE_PARTS =\s*'([^']*)'/.exec(readCode('src/elements/shared/outcome/outcome-view.ts'))?.[1] ?? '';
  return unique([...words.split(','), ...(words.endsWith(',outcome,outcome-text') ? late.split(',') : [])]);
}

/** The words that an expression may come to: those in it, or those of its type. */
function readWords(expression, code) {
  const own = expression.match(/(?<=')[\w-]+(?=')/g);
  if (own) return own;
  const [, type = ''] = new RegExp(`\\b${expression}: ((?:'[\\w-]+'(?: \\| )?)+)`).exec(code) ?? [];
  const words = type.match(/(?<=')[\w-]+(?=')/g);
  if (!words) throw new Error(`part=\${${expression}}: its words are not to be found`);
  return words;
}
