import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The start of an exported type, with the comment before it. Of the classes, only the error is included, because it is data. */
const DECLARATION = /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export (?:declare )?(interface|type|class (?=CheckoutError)) ?(\w+)/g;

/**
 * Reads all exported types of the built package: the text of each type, by name. Of two types with one name, the first is the one that the
 * entries export.
 */
export function readDeclarations(dist) {
  const declarations = new Map();
  const files = readdirSync(dist, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.d.ts') && !file.startsWith('sandbox'));
  for (const file of files.sort((first, second) => first.localeCompare(second, 'en'))) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const { 0: head, 1: comment, 2: kind, 3: name, index } of text.matchAll(DECLARATION)) {
      const rest = text.slice(index + head.length);
      const end = kind === 'type' ? findTypeEnd(rest) : rest.indexOf('\n}') + 2;
      const body = text.slice(index + comment.length, index + head.length + end).replace(/^export (declare )?/, '');
      if (!declarations.has(name)) declarations.set(name, `${comment}${body}`);
    }
  }
  return declarations;
}

/** Finds the end of a type: the first semicolon outside of all brackets and comments. */
function findTypeEnd(text) {
  let depth = 0;
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  for (let index = 0; index < bare.length; index += 1) {
    const character = bare.charAt(index);
    if ('{[('.includes(character)) depth += 1;
    else if ('}])'.includes(character)) depth -= 1;
    else if (character === ';' && depth === 0) return index + 1;
  }
  return text.length;
}

/** Lists the names of the types that a text uses, in the order of their first use. */
export function listTypeNames(text, declarations) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/'[^']*'/g, '');
  return [...new Set(code.match(/\b[A-Z]\w+/g) ?? [])].filter((name) => declarations.has(name));
}

/** Finds the named types, the types that they use, and so on. Leaves out the types for which `isLeaf` is true. */
export function followTypes(names, declarations, isLeaf) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name) || isLeaf(name)) return;
    found.add(name);
    listTypeNames(declarations.get(name), declarations).forEach(visit);
  };
  names.forEach(visit);
  return [...found].sort((first, second) => first.localeCompare(second, 'en'));
}

/** Lists the members of an interface: their types, by name. In `BalcaoEvents`, the types are those of the events' details. */
export function listMembers(declaration) {
  const heads = declaration.matchAll(/^ {4}'?([\w-]+)'?\??: /gm);
  return new Map(
    [...heads].map(({ 0: head, 1: name, index }) => {
      const type = declaration.slice(index + head.length);
      return [name, type.slice(0, findTypeEnd(type) - 1)];
    }),
  );
}
