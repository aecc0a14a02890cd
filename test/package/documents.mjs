import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packed.mjs';

/** Every document, as a path below the root. */
export const documents = [
  ...['README.md', 'README.pt-BR.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((file) => `docs/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort(),
];

/** The text of a document. */
export function readDocument(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** The anchor that a heading gets. */
export function createAnchor(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** @returns {{ language: string, code: string }[]} The fenced blocks of a document, those in lists too. */
export function listSnippets(file) {
  const fences = readDocument(file).matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm);
  return [...fences].map(([, indent, language, code]) => ({ language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }));
}

/** The one snippet of a document that holds a text. */
export function findSnippet(file, text) {
  const found = listSnippets(file).filter(({ code }) => code.includes(text));
  if (found.length !== 1) throw new Error(`${file} has ${found.length} snippets with ${text}`);
  return found[0].code;
}

/**
 * @param {number} column Which column is read; by default the first, whose heading is looked for.
 * @returns {string[]} The words in code type of a column, over all tables of a document whose first heading is `heading`.
 */
export function listTableNames(file, heading, column = 1) {
  const names = [];
  let isInside = false;
  for (const line of readDocument(file).split('\n')) {
    const cells = line.split('|');
    if (!line.startsWith('|')) isInside = false;
    else if (isInside) names.push(...[...cells[column].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    else isInside = cells[1].trim() === heading;
  }
  return names;
}

/** @returns {{ tag: string, names: string[] }[]} The opening tags of Balcão's elements in a snippet, and the names of what they are given. */
export function listTags(code) {
  return [...code.matchAll(/<(balcao-[a-z-]+)/g)].map(({ 0: { length }, 1: tag, index }) => {
    const names = readTag(code.slice(index + length));
    return { tag, names };
  });
}

/** What is written in an opening tag, up to its end, without the values in quotes or braces. */
function readTag(text) {
  let bare = '';
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '"' || (character === "'" && depth > 0)) quote = character;
    else if (character === '>' && depth === 0) break;
    else if (depth === 0) bare += character;
  }
  return bare.split(/[\s=/]+/).filter(Boolean);
}
