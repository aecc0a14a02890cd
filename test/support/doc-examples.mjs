/** Finds the `@example`s of docstrings, and runs them as they are printed. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/**
 * @typedef {object} Example
 * @property {string} name The function, class or constant that it shows.
 * @property {string} file Path below `src`.
 * @property {string} code
 */

/**
 * @typedef {object} ExampleWorld
 * @property {Record<string, unknown>} scope Names that an example may use: the exports of its entry, and what stands in for globals.
 * @property {Record<string, object>} [modules] Modules that stand in for those that an example imports.
 */

const source = new URL('../../src/', import.meta.url);

/** Makes code with `await` and these names a function. */
const AsyncFunction = /** @type {FunctionConstructor} */ (Object.getPrototypeOf(async () => undefined).constructor);

/**
 * @param {string} file Path below `src`.
 * @returns {Example[]} The examples of what a file exports, in its order; several of one docstring each by itself.
 */
export function listExamples(file) {
  const text = readFileSync(new URL(file, source), 'utf8');
  const docs = text.matchAll(/\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:declare )?(?:async )?(?:function|class|const) (\w+)/g);
  return [...docs].flatMap(([, doc = '', name = '']) => {
    const [, ...parts] = doc.replace(/^ \* ?/gm, '').split(/^@example\n/m);
    return parts.map((part) => ({ name, file, code: readCode(part) }));
  });
}

/**
 * The code of an example, with or without a fence. Another tag ends it.
 *
 * @param {string} part
 */
function readCode(part) {
  const text = (part.split(/^@\w+/m)[0] ?? '').trim();
  return /^```js\n([^]*?)\n```/.exec(text)?.[1] ?? text;
}

/**
 * @param {string} folder A folder below `src`.
 * @returns {string[]} The files in it, as paths below `src`.
 */
export function listFiles(folder) {
  const names = readdirSync(new URL(folder, source), { encoding: 'utf8', recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/**
 * @param {string} entry The entry's `index.ts`, below `src`: `server/index.ts`.
 * @returns {string[]} The files below `src` that it exports from.
 */
export function listExportedFiles(entry) {
  const base = new URL(entry, source);
  const specifiers = [...readFileSync(base, 'utf8').matchAll(/^export [^;]*? from '(\.[^']+)';/gms)].map(([, specifier = '']) => specifier);
  const paths = specifiers.map((specifier) => fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), base)));
  return [...new Set(paths)].map((path) => path.slice(fileURLToPath(source).length).replaceAll('\\', '/'));
}

/**
 * Runs an example, and compares what each `console.log(...);` printed with the comment behind it, where it has one.
 *
 * @param {Example} example
 * @param {ExampleWorld} world
 * @returns {Promise<{ printed: string[], promised: string[] }>} As `util.inspect` writes it, in one line.
 */
export async function runExample({ code }, { scope, modules = {} }) {
  /** @type {string[]} */
  const printed = [];
  const format = (/** @type {unknown} */ value) => inspect(value, { breakLength: Infinity });
  const console = { ...globalThis.console, log: (/** @type {unknown[]} */ ...values) => printed.push(values.map(format).join(' ')) };
  const load = async (/** @type {string} */ specifier) => {
    const [, entry] = /^balcao\/(\w+)$/.exec(specifier) ?? [];
    return modules[specifier] ?? import(entry === undefined ? specifier : new URL(`${entry}/index.ts`, source).href);
  };
  const names = { ...scope, console, load };
  const body = code
    .replace(/^import (\w+) from '([^']+)';$/gm, "const { default: $1 } = await load('$2');")
    .replace(/^import (\{[^}]+\}) from '([^']+)';$/gm, "const $1 = await load('$2');");
  await new AsyncFunction(...Object.keys(names), body)(...Object.values(names));
  const promised = [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) => text);
  return { printed, promised };
}

/**
 * Runs an example each of whose results has a comment behind it, a value.
 *
 * @param {Example} example
 * @param {(entry: string) => object} load What it may import.
 * @returns {Promise<[actual: unknown, expected: unknown][]>} The results, and what the comments say.
 */
export async function evaluateExample(example, load) {
  /** @type {[unknown, unknown][]} */
  const results = [];
  await new AsyncFunction('load', 'results', compileExample(example))(load, results);
  return results;
}

/**
 * An example as the body of an async function: what it imports comes from `load`, and each line that ends in a comment adds what it results in
 * and what the comment says to `results`.
 *
 * @param {Pick<Example, 'code'>} example
 */
export function compileExample({ code }) {
  return code
    .replace(/^import (\{[^}]*\}) from '([^']*)';$/gm, "const $1 = await load('$2');")
    .replace(/^((?!\/\/)[^\n]*); \/\/ (.*)$/gm, 'results.push([$1, $2]);');
}

/**
 * The entry that an example imports from.
 *
 * @param {Pick<Example, 'code'>} example
 */
export function findEntry({ code }) {
  return /from '([^']*)';$/m.exec(code)?.[1] ?? '';
}
