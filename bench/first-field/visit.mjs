/** A visit to a page with nothing in the cache, as slow as wanted, and what is done in it by the browser's own protocol. */
import { setTimeout } from 'node:timers/promises';
import { CUSTOMER } from './pages.mjs';

/** @typedef {{ browser: import('playwright-core').Browser, server: Awaited<ReturnType<typeof import('./server.mjs').startBenchServer>> }} Lab */

/** Slow 4G of Lighthouse, as the browser's developer tools throttle it: bytes per second, ms. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: (1.4 * 1024 * 1024) / 8, uploadThroughput: (0.7 * 1024 * 1024) / 8 };

/** How long a page may take for anything. */
const PATIENCE_MS = 60_000;

const CARDS = ['1111', '4444'].map((last4, index) => ({
  cardId: `cartao-${index}`,
  name: `Cartão final ${last4}`,
  brand: 'visa',
  last4,
  expiration: '12/2099',
  place: index + 1,
}));

/** In the page: puts cards where the store of this device looks for them. */
function seedCards(customer, cards) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('balcao-cards', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('records');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('records', 'readwrite');
      for (const card of cards) transaction.objectStore('records').put(card, [customer, card.cardId]);
      transaction.oncomplete = () => (opening.result.close(), resolve(true));
    };
  });
}

/**
 * In the page, before anything else: `findPart(...selectors)` looks from shadow root to shadow root, and `fieldAt` resolves with the time,
 * ms since the navigation, after the first frame that was painted with what `path` leads to, ready to be used. Where that is in a frame of the page,
 * all this is there alone. Where the path leads to a frame that tells by a message when its field was painted, both must have come.
 */
function watchField({ path, isFramed, isTold }) {
  if (isFramed !== (globalThis.top !== globalThis.self)) return;
  globalThis.findPart = (...selectors) => selectors.reduce((root, selector) => (root?.shadowRoot ?? (root === document ? root : undefined))?.querySelector(selector), document); // prettier-ignore
  const painted = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve(performance.now()));
    const look = () => {
      const field = globalThis.findPart(...path);
      const isShown =
        field && field.getClientRects().length > 0 && field.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isShown && !field.disabled) port2.postMessage('painted');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const told = new Promise((resolve) => {
    if (!isTold) return resolve(0);
    return addEventListener('message', (event) => {
      if (typeof event.data?.fieldPaintedAt !== 'number') return;
      event.stopImmediatePropagation();
      resolve(event.data.fieldPaintedAt - performance.timeOrigin);
    });
  });
  globalThis.fieldAt = Promise.all([painted, told]).then((times) => Math.max(...times));
}

/** In the page: what came over the wire until `fieldAt`. */
function listArrived(until) {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ responseEnd, transferSize, name }) => responseEnd <= until && transferSize > 0 && !name.startsWith('data:'))
    .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }));
}

/** In the page: waits until nothing was loaded for a while. */
async function waitForQuiet(quietMs) {
  const count = () => performance.getEntriesByType('resource').length;
  const pass = (resolve) => void setTimeout(resolve, quietMs);
  for (let before = -1; before !== count();) {
    before = count();
    await new Promise(pass);
  }
  return true;
}

/** The bytes of what has arrived. */
export function sumBytes(arrived) {
  return arrived.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Runs a function in the page without Playwright's own script, which would be counted with the page's. */
async function evaluate(session, work, ...args) {
  const expression = `(${work})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
  const tooLong = setTimeout(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The page has not come to the end of: ${expression.slice(0, 300)}`);
  });
  const running = session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  const { result, exceptionDetails } = await Promise.race([running, tooLong]);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function seed(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await evaluate(await context.newCDPSession(page), seedCards, CUSTOMER, CARDS);
  await page.close();
}

/**
 * Opens a page in a context of its own and calls `work` with the visit.
 *
 * @template Result
 * @param {Lab} lab
 * @param {import('./pages.mjs').BenchPage} page
 * @param {(visit: ReturnType<typeof createVisit>) => Promise<Result>} work
 * @param {{ cpu?: number, isSlow4G?: boolean, script?: () => void }} [conditions] `cpu`: how many times slower; `script`: what runs in the page
 * before anything else.
 */
export async function visitPage({ browser, server }, page, work, { cpu = 1, isSlow4G = false, script } = {}) {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 800, height: 1000 } });
  try {
    if (page.hasCards) await seed(context, server.empty);
    const tab = await context.newPage();
    const session = await context.newCDPSession(tab);
    await tab.addInitScript(watchField, { path: page.path, isFramed: page.isFramed === true, isTold: page.isTold === true });
    if (script) await tab.addInitScript(script);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (isSlow4G) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW_4G);
    }
    if (cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await tab.goto(server.addressOf(page), { waitUntil: 'commit' });
    return await work(createVisit(tab, session));
  } finally {
    await context.close();
  }
}

/** What can be done in an open page. */
function createVisit(tab, session) {
  const run = (inPage, ...args) => evaluate(session, inPage, ...args);
  return {
    tab,
    session,
    run,
    /** @returns {Promise<number>} When the field could be used, ms since the navigation. */
    fieldAt: () => run(() => globalThis.fieldAt),
    /** @returns {Promise<number>} When the field in the page's frame could be used, ms since the navigation of the page. */
    async framedFieldAt() {
      const startedAt = await run(() => performance.timeOrigin);
      const frame = tab.frames().find((each) => each.parentFrame()) ?? (await tab.waitForEvent('frameattached'));
      await frame.waitForURL(/^http/, { waitUntil: 'load', timeout: PATIENCE_MS });
      return (await frame.evaluate(async () => performance.timeOrigin + (await globalThis.fieldAt))) - startedAt;
    },
    /** @returns {Promise<{ path: string, bytes: number }[]>} What had come over the wire until then, compressed, without headers. */
    listArrived: (until) => run(listArrived, until),
    waitForQuiet: () => run(waitForQuiet, 500),
    /** Resolves when what the selectors lead to is in the page. */
    waitForPart: (...selectors) =>
      run(async (wanted) => {
        const pass = (resolve) => void requestAnimationFrame(resolve);
        while (!globalThis.findPart(...wanted)?.getClientRects().length) await new Promise(pass);
        return true;
      }, selectors),
    focus: (...selectors) => run((wanted) => globalThis.findPart(...wanted).focus(), selectors),
    /** A real click. */
    async click(...selectors) {
      const { x, y } = await run((wanted) => {
        const part = globalThis.findPart(...wanted);
        part.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = part.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }, selectors);
      await tab.mouse.click(x, y);
    },
    /** @returns {Promise<Record<string, number>>} The browser's counters; durations are the main thread's own CPU time, s. */
    async readMetrics() {
      const { metrics } = await session.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
    /** @returns {Promise<number>} The page's JavaScript heap without what nobody holds, KiB. */
    async readHeapKiB() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1024;
    },
  };
}
