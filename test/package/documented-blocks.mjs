/** The code of the documents for shops: each block once, on whatever page it stands. */
import { documents, listSnippets } from './documents.mjs';

/** Pages for shops with code to copy. Decisions have none, and docs/api.md is held to the manifest as a whole. */
export const pages = documents.filter((file) => /^(README|docs\/(?!api\.md$|decisions\/))/.test(file));

/** @returns {{ language: string, code: string, files: string[] }[]} Every block with the pages it stands on: the same code in two languages is one block. */
function listBlocks() {
  const found = new Map();
  for (const file of pages) {
    for (const { language, code } of listSnippets(file)) {
      const block = found.get(code) ?? { language, code, files: [] };
      block.files.push(file);
      found.set(code, block);
    }
  }
  return [...found.values()];
}

export const blocks = listBlocks();

/** The one block that has a text in it. */
export function findBlock(text) {
  const found = blocks.filter(({ code }) => code.includes(text));
  if (found.length !== 1) throw new Error(`The documents have ${found.length} blocks with ${text}`);
  return found[0].code;
}
