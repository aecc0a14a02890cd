/** The sizes that documents name, compared with the build: bytes with brotli. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compressBest } from '../../scripts/brotli.mjs';
import { readBudget } from '../../scripts/size.mjs';
import { readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const budget = readBudget();
const measure = (file) => compressBest(readFileSync(join(root, 'dist', file))).length;

const BEFORE_FIELD = 'over the wire before the field could be typed into';
const BUDGETS = {
  module: budget[`balcao.js, ${BEFORE_FIELD}`],
  classic: budget[`balcao.min.js, ${BEFORE_FIELD}`],
  frame: budget['frame, all that it loads in Portuguese'],
  frameFirst: budget['frame, before its first input'],
};
const SIZES = { classic: measure('balcao.min.js'), whole: measure('balcao.all.min.js') };

/** A size as documents write it, in English or in Portuguese. */
const SIZE = String.raw`\b(\d{1,3}[.,]\d{3})\b`;

/** A document rounds a size to thousands. More than this means that the file has changed, as a share of its size. */
const ROUNDING = 0.04;

/** The documents with the sizes that they name, in turn. @type {[string, string[]][]} */
const ROUNDED = [
  ['README.md', ['classic', 'whole']],
  ['README.pt-BR.md', ['classic', 'whole']],
  ['docs/decisions/014-bytes-of-one-file.md', ['whole', 'classic']],
];

/** @type {[string, string[]][]} */
const LIMITS = [
  ['docs/decisions/008-lazy-first-load.md', ['module', 'classic']],
  ['docs/isolated-frame.md', ['frame', 'frameFirst']],
];

/** Lists the sizes in the sentences and cells that speak of bytes, in turn. */
function listSizes(file) {
  const sentences = readDocument(file)
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=\.) |[|;]/);
  const ofBytes = sentences.filter((sentence) => /\bbytes\b/i.test(sentence));
  return ofBytes.flatMap((sentence) => [...sentence.matchAll(new RegExp(SIZE, 'g'))].map(([, size]) => Number(size.replace(/[.,]/, ''))));
}

describe('the sizes in the documents', () => {
  for (const [file, names] of ROUNDED) {
    it(`are those of the build: ${file}`, () => {
      const sizes = listSizes(file);
      assert.equal(sizes.length, names.length, sizes.join());
      for (const [index, name] of names.entries())
        assert.ok(Math.abs(sizes[index] / SIZES[name] - 1) < ROUNDING, `${sizes[index]}, not ${SIZES[name]}`);
    });
  }

  for (const [file, names] of LIMITS) {
    it(`are the limits of size-budget.json: ${file}`, () => {
      assert.deepEqual(
        listSizes(file),
        names.map((name) => BUDGETS[name]),
      );
    });
  }

  it('are those of the build in the changelog too', () => {
    const [, classic] =
      new RegExp(`\`balcao\\.min\\.js\` is as quick as the module: ${SIZE} bytes`).exec(readDocument('CHANGELOG.md')) ?? [];
    const [, whole] = new RegExp(`one file with everything \\(${SIZE} bytes\\)`).exec(readDocument('CHANGELOG.md')) ?? [];
    for (const [size, actual] of [
      [classic, SIZES.classic],
      [whole, SIZES.whole],
    ])
      assert.ok(Math.abs(Number(String(size).replace(',', '')) / Number(actual) - 1) < ROUNDING, `${size}, not ${actual}`);
  });
});
