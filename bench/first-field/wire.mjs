/** What comes over the wire before the first field, in a real browser, whatever the machine's speed. */
import { startBenchServer } from './server.mjs';
import { sumBytes, visitPage } from './visit.mjs';

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
      return { ...addUp(arrived), heapKiB: await visit.readHeapKiB() };
    });
  } finally {
    lab.server.release();
  }
}

/** Where the plans are drawn, by the code that a payment needs. */
const PLANS = ['balcao-checkout', 'balcao-card-form', 'balcao-installments', '[part~=total]'];

/**
 * Visits a page until a new card can be paid: the plans are drawn, and nothing more is loaded.
 *
 * @param {import('./visit.mjs').Lab} lab
 * @param {import('./pages.mjs').BenchPage} page
 * @returns {Promise<{ paths: string[], bytes: number }>} What came over the wire, compressed, without headers.
 */
function visitUntilPayable(lab, page) {
  return visitPage(lab, page, async ({ waitForPart, waitForQuiet, listArrived }) => {
    await waitForPart(...PLANS);
    await waitForQuiet();
    return addUp(await listArrived(Number.MAX_VALUE));
  });
}

/** Adds up what arrived. */
function addUp(arrived) {
  return { paths: arrived.map(({ path }) => path), bytes: sumBytes(arrived) };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} dist The folder of a build.
 * @param {import('./pages.mjs').BenchPage} page
 * @param {number} [patienceMs] Long enough for the slowest machine to draw the field: only a build that needs a second file waits for it.
 * @returns {Promise<{ paths: string[], bytes: number }>} What the page's script has brought before its first field.
 */
export function measureWire(browser, dist, page, patienceMs = 10_000) {
  return withServer(dist, page, (server) => visitHeldBack({ browser, server }, page, patienceMs));
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} dist The folder of a build.
 * @param {import('./pages.mjs').BenchPage} page
 * @returns {Promise<{ paths: string[], bytes: number }>} What the page's script has brought until a new card can be paid.
 */
export function measureWireUntilPayable(browser, dist, page) {
  return withServer(dist, page, (server) => visitUntilPayable({ browser, server }, page));
}

async function withServer(dist, page, work) {
  const server = await startBenchServer({ pages: [page], folders: { dist } });
  try {
    return await work(server);
  } finally {
    server.close();
  }
}
