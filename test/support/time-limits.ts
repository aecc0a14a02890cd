import { findClassicTimeLimit } from './classic-script.js';

/** Limits of the product, ms: of a charge, of another call, of a store of cards, of the database of orders. */
export const TIME_LIMITS = { cardMs: 30_000, otherMs: 15_000, storeMs: 3000, databaseMs: 2000 } as const;

declare global {
  interface Window {
    /** Ends every wait in this window that has this limit, ms. Returns how many it ended. */
    endTimeLimits?: (limitMs: number) => number;
  }
}

/** The first line of a stack that is no caller, but what a caller had waited for, as Chromium and Firefox write it. */
const FIRST_AWAITED = /\n(?: +at async |[^\n@]*\*)/;

/** No timer of a browser has a higher number. */
const HIGHEST_TIMER_ID = 2 ** 31;

/** Whether one of these lines of a stack, the callers, is of the function that sets time limits: by its name, which is another one in minified code. */
function isOfTimeLimit(callers: readonly string[]): boolean {
  return callers.some((line) => {
    const [, name = ''] = /^ *(?:at )?([\w$]+)/.exec(line) ?? [];
    return name === (line.includes('/balcao.min.js:') ? findClassicTimeLimit() : 'withTimeLimit');
  });
}

/** Whether the one function of the product that sets time limits sets this one. A test's own limit is no whole second, and passes. */
function isLimit(delayMs: number): boolean {
  if (delayMs === 0 || delayMs % 1000 !== 0) return false;
  const [callers = ''] = (new Error('callers').stack ?? '').split(FIRST_AWAITED);
  return isOfTimeLimit(callers.split('\n'));
}

/**
 * Lets no time limit of the product pass by itself in a page, by default in this one. They are for shoppers: in a test a busy machine would
 * reach one. A test of a limit ends it by `endTimeLimits()`.
 */
export function holdTimeLimits(page: Window = window): void {
  const startTimer = page.setTimeout.bind(page);
  const stopTimer = page.clearTimeout.bind(page);
  const held = new Map<number, { limitMs: number; end: () => void }>();
  let lastId = HIGHEST_TIMER_ID;
  const setTimer = (work: () => void, delayMs = 0): number => {
    if (!isLimit(delayMs)) return startTimer(work, delayMs);
    held.set((lastId += 1), { limitMs: delayMs, end: work });
    return lastId;
  };
  const clearTimer = (id: number): void => {
    // A browser takes a number modulo 2³²: one of a limit that has ended would stop some other timer.
    if (id > HIGHEST_TIMER_ID) held.delete(id);
    else stopTimer(id);
  };
  Object.assign(page, { setTimeout: setTimer, clearTimeout: clearTimer });
  page.endTimeLimits = (limitMs) => {
    const ending = [...held].filter(([, limit]) => limit.limitMs === limitMs);
    for (const [id, { end }] of ending) {
      held.delete(id);
      end();
    }
    return ending.length;
  };
}
