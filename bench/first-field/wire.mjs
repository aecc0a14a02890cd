/** What comes over the wire before the first field, in a real browser, whatever the machine's speed. */
import { startBenchServer } from './server.mjs';
import { visitPage } from './visit.mjs';

/**
 * Visits a page whose scripts, but for the first, wait on the server until the field can be used. One that the field itself waits for is sent
 * when its patience is over, so that it counts; one that is asked for early but not needed does not.
 *
 * @param {import('./visit.mjs').Lab} lab
 * @param {import('./pages.mjs').BenchPage} page
 * @param {number} patienceMs
 * @returns `paths` and `bytes` (compressed, without headers) of what came before the field, and `heapKiB` at that time.
 */
export async function visitHeldBack(lab, page, patienceMs) {
  lab.server.hold(patienceMs);
  try {
    return await visitPage(lab, page, async (visit) => {
      const arrived = await visit.listArrived(await visit.fieldAt());
      return {
        paths: arrived.map(({ path }) => path),
        bytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0),
        heapKiB: await visit.readHeapKiB(),
      };
    });
  } finally {
    lab.server.release();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} dist The folder of a build.
 * @param {import('./pages.mjs').BenchPage} page
 * @param {number} [patienceMs] Long enough for the slowest machine to draw the field: only a build that needs a second file waits for it.
 * @returns {Promise<{ paths: string[], bytes: number }>} What the page's script has brought before its first field.
 */
export async function measureWire(browser, dist, page, patienceMs = 10_000) {
  const server = await startBenchServer({ pages: [page], folders: { dist } });
  try {
    return await visitHeldBack({ browser, server }, page, patienceMs);
  } finally {
    server.close();
  }
}
