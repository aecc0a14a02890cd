import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** A docstring and the export that it is of. */
const DOCUMENTED = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:async )?(?:function|class) (\w+)/g;

/** The code of an example. */
const EXAMPLE = /@example\n```js\n([^]*?)\n```/;

/**
 * An example of a docstring.
 *
 * @typedef {object} DocExample
 * @property {string} name The export that it is of.
 * @property {string} file From the root of the project.
 * @property {string} code As printed.
 */

/**
 * The examples of all exported functions and classes in folders of `src`.
 *
 * @param {readonly string[]} folders
 * @returns {DocExample[]}
 */
export function listDocExamples(folders) {
  const names = folders.flatMap((folder) =>
    readdirSync(join(source, folder), { encoding: 'utf8', recursive: true }).map((name) => join(folder, name)),
  );
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => findExamples(`src/${name}`, readFileSync(join(source, name), 'utf8')));
}

/** @returns {DocExample[]} */
function findExamples(file, text) {
  return [...text.matchAll(DOCUMENTED)].flatMap(([, doc = '', name = '']) => {
    const code = EXAMPLE.exec(doc.replace(/^ *\* ?/gm, ''))?.[1];
    return code === undefined ? [] : [{ name, file, code }];
  });
}

/**
 * An example as the body of an async function: what it imports comes from `load`, and each line that ends in a comment adds what it results in
 * and what the comment says to `results`.
 *
 * @param {DocExample} example
 */
export function compileExample({ code }) {
  return code
    .replace(/^import (\{[^}]*\}) from '([^']*)';$/gm, "const $1 = await load('$2');")
    .replace(/^((?!\/\/)[^\n]*); \/\/ (.*)$/gm, 'results.push([$1, $2]);');
}

/** The entry that an example imports from. */
export function findEntry({ code }) {
  return /from '([^']*)';$/m.exec(code)?.[1];
}
