/** What comes ends the wait at once. This only says sooner than the limit of the whole file what never came, ms. */
const PATIENCE_MS = 300_000;

/** A clock that no test takes over, ms. */
const readClock = () => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Resolves once something outside of a test's hand has happened. It waits by no timer, which a test may have taken over.
 *
 * @param {() => boolean | Promise<boolean>} isSo
 */
export async function until(isSo) {
  const end = readClock() + PATIENCE_MS;
  while (!(await isSo())) {
    if (readClock() > end) throw new Error(`Never came: ${isSo}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
