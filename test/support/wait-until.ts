/** What comes ends the wait at once. This only says sooner than the runner's own limit what never came, ms. */
export const PATIENCE_MS = 120_000;

/** How long nobody looks, ms: what comes soon is seen soon, what takes long is not looked at too often. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 25;

/** The real timers, also where a test has replaced them. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realNow = performance.now.bind(performance);

type Unless = undefined | null | false | 0;

/** Waits, in real time, until `check` answers something. */
export async function waitUntil<T>(check: () => T | Unless | Promise<T | Unless>, what: string | (() => string)): Promise<T> {
  const end = realNow() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await check();
    if (found) return found;
    if (realNow() > end) throw new Error(`Never came: ${typeof what === 'string' ? what : what()}`);
    await pause(pauseMs);
  }
}

/** Waits so many milliseconds of real time. Nothing that a test demands may depend on it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, ms));
}
