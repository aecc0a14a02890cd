/** The documents that there are in Portuguese too: both languages have the same parts, the same links and the same code. */
import assert from 'node:assert/strict';
import { dirname, posix } from 'node:path';
import { describe, it } from 'node:test';
import { createAnchor, documents, listSnippets, readDocument } from './documents.mjs';

const recipes = documents.filter((file) => file.startsWith('docs/recipes/'));

/** Each page that there is in Portuguese too, and its translation. */
const PAIRS = [
  'README.md',
  'docs/in-your-page.md',
  'docs/boleto.md',
  'docs/from-nothing-to-live.md',
  'docs/accessibility.md',
  ...recipes,
].map((page) => [page, translate(page)]);

const ORIGINALS = new Map(PAIRS.map(([page, translation]) => [translation, page]));

/** The path of a page in Portuguese: it keeps its name. */
function translate(page) {
  return page === 'README.md' ? 'README.pt-BR.md' : page.replace(/^docs\//, 'docs/pt-BR/');
}

const readProse = (page) => readDocument(page).replaceAll(/^( *)```\w*\n[\s\S]*?^\1```$/gm, '');

/** @returns {{ level: number, anchor: string }[]} The headings of a page, in their order. */
function listHeadings(page) {
  return [...readProse(page).matchAll(/^(#+) (.+)$/gm)].map(([, signs, heading]) => ({
    level: signs.length,
    anchor: createAnchor(heading),
  }));
}

/** What the links of a page lead to, whatever their order: a translation counts as its original, a heading by its place in its page. */
function listTargets(page) {
  const targets = [...readProse(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => {
    if (/^https?:/.test(address)) return address;
    const [path, anchor] = address.split('#');
    const file = path ? posix.join(dirname(page), path) : page;
    const original = ORIGINALS.get(file) ?? file;
    return anchor === undefined ? original : `${original} ${listHeadings(file).findIndex((heading) => heading.anchor === anchor)}`;
  });
  // A page itself is what the link to its other language leads to.
  return targets.filter((target) => target !== (ORIGINALS.get(page) ?? page)).sort((one, other) => one.localeCompare(other));
}

/** How many rows each table of a page has, with its head. */
const countRows = (page) => (readProse(page).match(/(?:^\|.*\n)+/gm) ?? []).map((table) => table.trim().split('\n').length);

const listLevels = (page) => listHeadings(page).map(({ level }) => level);

for (const [page, translation] of PAIRS) {
  describe(`${translation}, beside ${page}`, () => {
    it('has the same headings and tables', () => {
      assert.deepEqual(listLevels(translation), listLevels(page));
      assert.deepEqual(countRows(translation), countRows(page));
    });

    it('has the same links, to pages in Portuguese where there are', () => {
      assert.deepEqual(listTargets(translation), listTargets(page));
      const linked = [...readProse(translation).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path]) =>
        posix.join(dirname(translation), path),
      );
      const inEnglish = linked.filter((file) => file !== page && PAIRS.some(([original]) => original === file));
      assert.deepEqual(inEnglish, []);
    });

    it('has the same code', () => {
      assert.deepEqual(listSnippets(translation), listSnippets(page));
    });

    it('is in Portuguese', () => {
      const words =
        readProse(translation)
          .toLowerCase()
          .match(/\p{L}+/gu) ?? [];
      const count = (list) => words.filter((word) => list.includes(word)).length;
      assert.ok(count(['o', 'a', 'de', 'que', 'não', 'para', 'um', 'uma', 'do', 'da']) > 5 * count(['the', 'of', 'is', 'and', 'to']));
    });

    it('is linked from it, and leads back', () => {
      assert.ok(readProse(page).includes(`[Português](${posix.relative(dirname(page), translation)})`));
      assert.ok(readProse(translation).includes(`[English](${posix.relative(dirname(translation), page)})`));
    });
  });
}

describe('the pages in docs/pt-BR', () => {
  it('are all translations of a page', () => {
    const pages = documents.filter((file) => file.startsWith('docs/pt-BR/'));
    assert.deepEqual(
      pages.filter((page) => !ORIGINALS.has(page)),
      [],
    );
  });
});
