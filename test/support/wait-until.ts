/** What comes ends the wait at once: only what never comes, or comes on a machine with much to do, takes so long. */
const PATIENCE_MS = 20_000;
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realNow = performance.now.bind(performance);

type Unless = undefined | null | false;

/** Waits, in real time, until `check` answers something. */
export async function waitUntil<T>(check: () => T | Unless | Promise<T | Unless>, what: string): Promise<T> {
  const end = realNow() + PATIENCE_MS;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (realNow() > end) throw new Error(`Never came: ${what}`);
    await new Promise((resolve) => realSetTimeout(resolve, 20));
  }
}
