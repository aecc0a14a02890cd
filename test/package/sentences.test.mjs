/** The sentences of the pages that a shop reads: each is short enough to be read once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marked } from 'marked';
import { GENERATED } from '../../scripts/api-docs.mjs';
import { documents, readDocument } from './documents.mjs';

/** The maximum number of words in a sentence. */
const WORDS = 30;

/** The maximum number of words in a README: one screen that decides. */
const README_WORDS = 900;

const READMES = ['README.md', 'README.pt-BR.md'];

/** Decisions are for people who change Balcão; the generated pages hold the sentences of the source. */
const PAGES = [...READMES, ...documents.filter((file) => /^docs\/(?!decisions\/)/.test(file) && !(file in GENERATED))];

/** The text of a token inside a paragraph, as it is read: of a link its text, of a picture and of HTML nothing. */
function readInline(token) {
  if (token.type === 'image' || token.type === 'html') return '';
  return token.tokens ? token.tokens.map(readInline).join('') : token.type === 'br' ? ' ' : (token.text ?? '');
}

/** @returns {string[]} The texts of a page that stand alone: paragraphs, headings, items of lists, cells of tables. Code is left out. */
function listTexts(tokens) {
  return tokens.flatMap((token) => {
    if (token.type === 'list') return token.items.flatMap((item) => listTexts(item.tokens));
    if (token.type === 'table') return [token.header, ...token.rows].flat().map((cell) => cell.tokens.map(readInline).join(''));
    if (token.type === 'blockquote') return listTexts(token.tokens);
    return ['paragraph', 'heading', 'text'].includes(token.type) ? [token.tokens.map(readInline).join('')] : [];
  });
}

const isWord = (text) => /[\p{L}\p{N}]/u.test(text);
const countWords = (text) => text.split(/\s+/).filter(isWord).length;

/** @returns {string[]} The sentences of a page with more than `WORDS` words. */
function listLongSentences(markdown) {
  const sentences = listTexts(marked.lexer(markdown)).flatMap((text) => text.split(/(?<=[.!?]["')”]?)\s+/));
  return sentences.filter((sentence) => countWords(sentence) > WORDS);
}

describe('the sentences of the README, the guides and the recipes', () => {
  for (const file of PAGES) {
    it(`have at most ${WORDS} words: ${file}`, () => assert.deepEqual(listLongSentences(readDocument(file)), []));
  }

  const long = Array.from({ length: WORDS + 1 }, () => 'palavra').join(' ');

  for (const [where, markdown] of [
    ['a paragraph', `${long}.`],
    ['a heading', `## ${long}`],
    ['an item of a list in a list', `- um\n  - ${long}`],
    ['a cell of a table', `| a |\n| --- |\n| ${long} |`],
    ['a link', `[${long}](x.md)`],
    ['code inside a sentence', `Use \`${long}\` aqui.`],
  ]) {
    it(`are counted in ${where}`, () => assert.equal(listLongSentences(markdown).length, 1));
  }

  for (const [what, markdown] of [
    ['two sentences', `${long.slice(0, 100)}. ${long.slice(0, 100)}.`],
    ['two items of a list', `- ${long.slice(0, 150)}\n- ${long.slice(0, 150)}`],
    ['two cells of a table', `| ${long.slice(0, 150)} | b |\n| --- | --- |\n| ${long.slice(0, 150)} | c |`],
    ['a block of code', `\`\`\`text\n${long}\n\`\`\``],
    ['the address of a link', `[aqui](${long.replaceAll(' ', '/')})`],
  ]) {
    it(`do not run on over ${what}`, () => assert.deepEqual(listLongSentences(markdown), []));
  }
});

for (const file of READMES) {
  it(`${file} has at most ${README_WORDS} words`, () => {
    const count = readDocument(file).split(/\s+/).filter(Boolean).length;
    assert.ok(count <= README_WORDS, `${count} words`);
  });
}
