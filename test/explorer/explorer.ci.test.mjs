import { describe, it } from 'node:test';
import { searchWorld } from './search.mjs';
import { PAGE_WORLDS, SERVER_WORLDS } from './worlds.ts';

/** Once so many states of a world are known, its search ends with the length that it is at. */
const PAGE_STATES = 60_000;
const SERVER_STATES = 40_000;

describe('every decision about an order’s money, as far as some minutes take', () => {
  for (const [name, world] of Object.entries(PAGE_WORLDS)) {
    it(`of pages: ${name}`, async () => {
      await searchWorld(name, world, { depth: Infinity, states: PAGE_STATES });
    });
  }

  for (const [name, world] of Object.entries(SERVER_WORLDS)) {
    it(`of the shop’s server: ${name}`, async () => {
      await searchWorld(name, world, { depth: Infinity, states: SERVER_STATES });
    });
  }
});
