import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseBound, searchWorld } from './search.mjs';
import { SERVER_WORLDS } from './worlds.ts';

/** How far each world is looked at before a commit. */
const DEPTHS = [8, 8, 8, 8, 99];

/** How far in CI. */
const MOST_STATES = 40_000;

describe('the decisions of the shop’s server, in every order of what may happen', () => {
  for (const [index, [name, world]] of Object.entries(SERVER_WORLDS).entries()) {
    it(`hold what docs/reliability.md says: ${name}`, async () => {
      const { states, depth } = await searchWorld(name, world, chooseBound(DEPTHS[index], MOST_STATES));
      assert.ok(states > 300 && depth >= 7, 'a world in which nothing happens proves nothing');
    });
  }
});
