import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseBound, searchWorld } from './search.mjs';
import { PAGE_WORLDS } from './worlds.ts';

/** How far each world is looked at before a commit. */
const DEPTHS = [13, 11, 24, 24, 24, 12, 12, 14, 8];

/** How far in CI: it sees all states of every world but the last one. */
const MOST_STATES = 30_000;

describe('the decisions of pages, in every order of what may happen', () => {
  for (const [index, [name, world]] of Object.entries(PAGE_WORLDS).entries()) {
    it(`hold what docs/reliability.md says: ${name}`, async () => {
      const { states, depth } = await searchWorld(name, world, chooseBound(DEPTHS[index], MOST_STATES));
      assert.ok(states > 500 && depth >= 8, 'a world in which nothing happens proves nothing');
    });
  }
});
