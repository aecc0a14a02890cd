import { PAGE_INVARIANTS } from './page-invariants.js';
import { createPageWorld, type PageState, type PageWorldOptions } from './page-world.js';
import { createServerInvariants } from './server-invariants.js';
import { createServerWorld, type ServerWorldOptions } from './server-world.js';
import type { ExploredWorld } from './explore.js';

type PageLeft = PageState['left'];

const NOTHING: PageLeft = { cards: 0, codes: 0, boletos: 0, crashes: 0, losses: 0, repeats: 0, jumps: 0, storageLosses: 0 };

/** Two tabs of one browser, and what may happen in them: so many of each. */
export function createTabs(left: Partial<PageLeft>, options: Partial<PageWorldOptions> = {}): ExploredWorld<PageState> {
  return createPageWorld({ tabs: 2, left: { ...NOTHING, ...left }, invariants: PAGE_INVARIANTS, ...options });
}

/** What may happen in the pages: small worlds that a search can end, and one with all of it. */
export const PAGE_WORLDS = {
  'two cards in two tabs, a crash and a lost answer': createTabs({ cards: 2, crashes: 1, losses: 1 }),
  'a card and a Pix code in two tabs, a crash and a lost answer': createTabs({ cards: 1, codes: 1, crashes: 1, losses: 1 }),
  'a card and a Pix code in two tabs, whose storage is lost': createTabs({ cards: 1, codes: 1, storageLosses: 1 }),
  'a card and a Pix code in two tabs, whose clock jumps': createTabs({ cards: 1, codes: 1, jumps: 1 }),
  'two Pix codes in two tabs, and a crash': createTabs({ codes: 2, crashes: 1 }),
  'a card and a boleto with a Pix code in two tabs, and a crash': createTabs({ cards: 1, boletos: 1, crashes: 1 }),
  'a Pix code and a boleto with another one in two tabs, whose clock jumps': createTabs({ codes: 1, boletos: 1, jumps: 1 }),
  'two boletos in two tabs, whose storage is lost': createTabs({ boletos: 2, storageLosses: 1 }),
  'two cards and two Pix codes in two tabs, and all that may go wrong': createTabs({
    ...{ cards: 2, codes: 2, crashes: 1, losses: 1, jumps: 1, storageLosses: 1 },
  }),
} as const;

const TOKENS = { via: 'token' } as const;
const RELAY = { via: 'relay' } as const;

/** A shop's server with exact records; another world where it has none. */
export function createShop(options: Omit<ServerWorldOptions, 'invariants'>, hasRecords = true): ReturnType<typeof createServerWorld> {
  return createServerWorld({ ...options, invariants: createServerInvariants({ hasRecords }) });
}

/** What may happen at the shop's server: crashes, lost answers, a repeat by the browser and a clock that is put back, in all but the last of them. */
export const SERVER_WORLDS = {
  'two cards of one device, with tokens': createShop({ cards: { a1: { session: 'ana', ...TOKENS }, a2: { session: 'ana', ...TOKENS } } }),
  'two devices with a card each, with tokens, and a Pix code': createShop({
    cards: { a1: { session: 'ana', ...TOKENS }, b1: { session: 'bia', ...TOKENS } },
    codes: ['p1'],
  }),
  'two devices with a card each, through the relay, and two Pix codes': createShop({
    cards: { a1: { session: 'ana', ...RELAY }, b1: { session: 'bia', ...RELAY } },
    codes: ['p1', 'p2'],
  }),
  'two devices with a card each, with a token and through the relay': createShop({
    cards: { a1: { session: 'ana', ...TOKENS }, b1: { session: 'bia', ...RELAY } },
  }),
  'a card and two Pix codes, through the relay, where nothing goes wrong': createShop({
    cards: { a1: { session: 'ana', ...RELAY } },
    codes: ['p1', 'p2'],
    left: { crashes: 0, losses: 0, repeats: 0, jumps: 0, waits: 0 },
  }),
} as const;
