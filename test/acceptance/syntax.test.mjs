import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'acorn';
import { root } from '../package/packed.mjs';

/** All of it is in Chrome 109, Firefox 115 and Safari 16.4. */
const ECMA_VERSION = 2022;

/** What at least one of those browsers lacks, by what it looks like in minified code. */
const TOO_NEW = {
  'arrays copied by methods': /\.(?:toSorted|toReversed|toSpliced)\(/,
  'AbortSignal.any': /AbortSignal\.any\b/,
  'Promise.withResolvers, Promise.try': /Promise\.(?:withResolvers|try)\b/,
  'Object.groupBy, Map.groupBy': /\b(?:Object|Map)\.groupBy\b/,
  'Array.fromAsync': /Array\.fromAsync\b/,
  'URL.canParse, URL.parse': /\bURL\.(?:canParse|parse)\b/,
  'Response.json': /Response\.json\(/,
  checkVisibility: /\.checkVisibility\(/,
  'well-formed strings': /\.(?:isWellFormed|toWellFormed)\(/,
  'states of custom elements': /\.states\.(?:add|delete)\(/,
  moveBefore: /\.moveBefore\(/,
  ':has()': /:has\(/,
  '@starting-style, @scope, @property': /@(?:starting-style|scope|property)\b/,
  'color-mix(), relative colours': /color-mix\(|(?:rgb|hsl|oklch)\(from /,
  'nested rules': /[{};]&[ :.[>]/,
};

/** What ky asks for before it uses it; `script-tag.test.mjs` pays in a browser without. */
const ASKED_FOR = { 'AbortSignal.any': /typeof (?:globalThis\.)?AbortSignal\.any\s*={2,3}\s*[`'"]function[`'"]/ };

const dist = join(root, 'dist');
const files = ['balcao.all.min.js', 'balcao.min.js', 'balcao.js', ...readdirSync(join(dist, 'lazy')).map((file) => `lazy/${file}`)];

describe('the script-tag files, in the oldest browsers', () => {
  for (const file of files) {
    const code = readFileSync(join(dist, file), 'utf8');

    it(`have no newer syntax: ${file}`, () => {
      parse(code, { ecmaVersion: ECMA_VERSION, sourceType: file.endsWith('.min.js') ? 'script' : 'module' });
    });

    it(`use nothing newer: ${file}`, () => {
      const notAskedFor = Object.entries(TOO_NEW).filter(([name]) => !ASKED_FOR[name]?.test(code));
      const found = notAskedFor.flatMap(
        ([name, pattern]) =>
          code
            .match(pattern)
            ?.slice(0, 1)
            .map((text) => `${name}: ${text}`) ?? [],
      );
      assert.deepEqual(found, []);
    });
  }

  it('ask for light-dark() only where it exists', () => {
    const styles = readFileSync(join(dist, 'balcao.min.js'), 'utf8').split('light-dark(');
    assert.ok(styles.length > 2);
    assert.match(styles[0].slice(-400), /@supports ?\(color: ?$/);
  });
});
