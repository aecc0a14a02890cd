/** Which blocks of the documents a test asks for by name, and so runs. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { blocks } from './documented-blocks.mjs';
import { root } from './packed.mjs';

/** The functions by which tests ask for a block; the text that names it is their last argument. */
const FINDERS = new Set(['findBlock', 'findSnippet']);

/** The key by which a project of test/consumers asks for blocks: an object of a file's path, and the text that names its block. */
const SAMPLES = 'samples';

/** Calls `visit` for every node of a syntax tree. */
function walk(node, visit) {
  if (typeof node?.type === 'string') visit(node);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) walk(child, visit);
}

/** The values that name a block, if this node asks for any. */
function listNames(node) {
  if (node.type === 'CallExpression' && FINDERS.has(node.callee.name)) return node.arguments.slice(-1);
  if (node.type !== 'Property' || node.key.name !== SAMPLES || node.value.type !== 'ObjectExpression') return [];
  return node.value.properties.map(({ value }) => value);
}

function listClaimsOf(file) {
  const claims = [];
  walk(parse(readFileSync(join(root, file), 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    for (const { value: text } of listNames(node)) if (typeof text === 'string') claims.push({ file, text });
  });
  return claims;
}

/** @returns {{ file: string, text: string }[]} What the tests in Node ask for: the test file, and the text that names the block. */
export const claims = ['test/package', 'test/bin', 'test/consumers', 'test/acceptance']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.mjs'))
  .flatMap(listClaimsOf);

/** The blocks of a language that no test asks for by name. */
export function listUnclaimed(...languages) {
  const isClaimed = ({ code }) => claims.some(({ text }) => code.includes(text));
  return blocks.filter((block) => languages.includes(block.language) && !isClaimed(block));
}
