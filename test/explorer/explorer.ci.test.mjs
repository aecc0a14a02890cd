import { describe, it } from 'node:test';
import { searchWorld } from './search.mjs';
import { PAGE_WORLDS, SERVER_WORLDS } from './worlds.ts';

/** How many states of a world are looked at, at most: those of pages to their end but for the last, those of the server as far as ten minutes take. */
const PAGE_STATES = 600_000;
const SERVER_STATES = 200_000;

describe('every decision about an order’s money, as far as ten minutes take', () => {
  for (const [name, world] of Object.entries(PAGE_WORLDS)) {
    it(`of pages: ${name}`, () => searchWorld(name, world, { depth: Infinity, states: PAGE_STATES }));
  }

  for (const [name, world] of Object.entries(SERVER_WORLDS)) {
    it(`of the shop’s server: ${name}`, () => searchWorld(name, world, { depth: Infinity, states: SERVER_STATES }));
  }
});
