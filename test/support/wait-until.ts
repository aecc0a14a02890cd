/** What comes ends the wait at once. This only says sooner than the runner's own limit what never came, ms. */
const PATIENCE_MS = 90_000;
const POLL_MS = 20;

/** The real timers, also where a test has replaced them. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realNow = performance.now.bind(performance);

type Unless = undefined | null | false | 0;

/** Waits, in real time, until `check` answers something. */
export async function waitUntil<T>(check: () => T | Unless | Promise<T | Unless>, what: string | (() => string)): Promise<T> {
  const end = realNow() + PATIENCE_MS;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (realNow() > end) throw new Error(`Never came: ${typeof what === 'string' ? what : what()}`);
    await pause(POLL_MS);
  }
}

/** Waits so many milliseconds of real time. Nothing that a test demands may depend on it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, ms));
}
