/** The table of docs/upgrading.md: what it calls gone is gone, and what takes its place is there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const rows = [...readDocument('docs/upgrading.md').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, before, now]) => [before, now]);

/** Lists the names in code in a cell. */
const listNames = (cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);

/** Finds the rows of a kind of names. */
const findRows = (kind) => rows.filter(([before]) => before.startsWith(kind)).map((cells) => cells.map(listNames));

const { modules } = JSON.parse(read('dist/custom-elements.json'));
const declarations = modules.flatMap((module) => module.declarations ?? []);

/** The names of each kind that this version has. */
const NAMES = {
  parts: new Set(declarations.flatMap(({ cssParts = [] }) => cssParts.map(({ name }) => name))),
  texts: new Set([...read('docs/texts.md').matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)),
  types: new Set([...read('dist/client/index.d.ts').matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => name)),
};

describe('what the first 0.1.0 had and this version has not', () => {
  for (const [kind, names] of Object.entries(NAMES)) {
    it(`has another name or none: ${kind}`, () => {
      const found = findRows(kind);
      assert.ok(found.length > 0 && names.size > 0);
      for (const [before, now] of found) {
        assert.deepEqual(
          [before.filter((name) => names.has(name) && !now.includes(name)), now.filter((name) => !names.has(name))],
          [[], []],
        );
      }
    });
  }

  it('is refused by name where a function moved to another entry', async () => {
    const server = await import(join(root, 'dist/server/index.js'));
    for (const name of ['postgres', 'pglite', 'oauthTokens']) assert.throws(() => server[name](), new RegExp(`${name} moved: import`));
  });
});
