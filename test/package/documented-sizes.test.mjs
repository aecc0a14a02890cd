/** The sizes that documents name, compared with the build: bytes with brotli. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIZED, listSizes } from '../../scripts/documented-sizes.mjs';
import { documents, readDocument } from './documents.mjs';

/** A document rounds a size to thousands. More than this means that the file has changed, as a share of its size. */
const ROUNDING = 0.04;

/** A number of bytes in a sentence or a cell, in English or in Portuguese, without the mark before it. */
const UNMARKED = /(?<!-->)\b\d{1,3}[.,]\d{3}\b(?= bytes| \(brotli\))|\b\d+(?:\.\d+)? kB brotli/g;

/** Sizes that are of no build of ours: of packages of others, and what an earlier version had, in the changelog. */
const OF_OTHERS = /^docs\/decisions\/00[2456]-|^CHANGELOG\.md$/;

describe('the sizes in the documents', () => {
  for (const file of SIZED) {
    it(`are those of the build: ${file}; else run node scripts/documented-sizes.mjs`, () => {
      const sizes = listSizes(readDocument(file));
      assert.ok(sizes.length > 0);
      for (const { kind, name, written, actual } of sizes) {
        const most = kind === 'limit' ? 0 : ROUNDING;
        assert.ok(Math.abs(written / actual - 1) <= most, `${name}: ${written}, not ${actual}`);
      }
    });
  }

  it('stand in no line that begins with their mark: Markdown takes such a line for HTML, and its links for text', () => {
    assert.deepEqual(
      documents.flatMap((file) => readDocument(file).match(/^\s*<!-- (?:bytes|limit|peer) of .*/gm) ?? []),
      [],
    );
  });

  it('have a mark, by which they are written', () => {
    const unmarked = documents
      .filter((file) => !OF_OTHERS.test(file))
      .flatMap((file) => [...readDocument(file).replaceAll(/\s+/g, ' ').matchAll(UNMARKED)].map(([size]) => `${file}: ${size}`));
    assert.deepEqual(unmarked, []);
    assert.deepEqual(
      documents.filter((file) => listSizes(readDocument(file)).length > 0),
      documents.filter((file) => SIZED.includes(file)),
    );
  });

  it('are those of the build in the changelog too', () => {
    const changelog = readDocument('CHANGELOG.md');
    // The newest version that names a size is the first one.
    const [classic, whole] = [/as the module: (\d+,\d{3}) bytes/, /everything \((\d+,\d{3}) bytes/].map(
      (size) => size.exec(changelog)?.[1],
    );
    const sizes = listSizes(`<!-- bytes of balcao.min.js -->${classic} <!-- bytes of balcao.all.min.js -->${whole}`);
    assert.equal(sizes.length, 2);
    for (const { name, written, actual } of sizes) assert.ok(Math.abs(written / actual - 1) <= ROUNDING, `${name}: ${actual}`);
  });
});
