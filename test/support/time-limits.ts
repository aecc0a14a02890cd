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

/** Whether the one function of the product that sets time limits sets this one. A test's own limit is no whole second, and passes. */
function isLimit(delayMs: number): boolean {
  if (delayMs === 0 || delayMs % 1000 !== 0) return false;
  const [callers = ''] = (new Error('callers').stack ?? '').split(FIRST_AWAITED);
  return /\bwithTimeLimit\b/.test(callers);
}

/**
 * Lets no time limit of the product pass by itself in this window. They are for shoppers: in a test a busy machine would reach one. A test of
 * a limit ends it by `endTimeLimits()`.
 */
export function holdTimeLimits(): void {
  const { setTimeout: startTimer, clearTimeout: stopTimer } = window;
  const held = new Map<number, { limitMs: number; end: () => void }>();
  // No timer of a browser has so high a number.
  let lastId = 2 ** 40;
  const setTimer = (work: () => void, delayMs = 0): number => {
    if (!isLimit(delayMs)) return startTimer(work, delayMs);
    held.set((lastId += 1), { limitMs: delayMs, end: work });
    return lastId;
  };
  const clearTimer = (id: number): void => {
    if (!held.delete(id)) stopTimer(id);
  };
  Object.assign(window, { setTimeout: setTimer, clearTimeout: clearTimer });
  window.endTimeLimits = (limitMs) => {
    const ending = [...held].filter(([, limit]) => limit.limitMs === limitMs);
    for (const [id, { end }] of ending) {
      held.delete(id);
      end();
    }
    return ending.length;
  };
}
