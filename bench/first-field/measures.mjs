/** What is done in a page to get its numbers. Each measure visits a page anew. */
import { sumBytes, visitPage } from './visit.mjs';
import { visitHeldBack } from './wire.mjs';

const CARD = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '0133', securityCode: '737' };

/** How long a script that came after the first is kept back before it counts as needed for the field, ms. */
const HOLD_MS = 2000;

const CHECKOUT = 'balcao-checkout';
const PAY_BUTTON = '[part~=pay-button]';

const isBase = ({ id }) => id === 'bare' || id === 'lit';
const isCheckout = (page) => !isBase(page);
const isPlain = ({ id }) => !id.includes('+');
const isTimed = ({ id }) => !id.endsWith('+en');

/** In the page, before anything else: notes when what happens to a payment, and how far the page jumps. */
function watchPayment() {
  const times = { shift: 0 };
  globalThis.paymentTimes = times;
  addEventListener('click', () => (times.clickedAt = performance.now()), { capture: true });
  document.addEventListener('balcao-approved', () => (times.saidAt = performance.now()), { capture: true });
  const send = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const isCharge = new URL(input.url ?? input, location.href).pathname.endsWith('/card/processPayment');
    if (isCharge) times.requestedAt = performance.now();
    const answer = await send(input, init);
    if (isCharge) times.answeredAt = performance.now();
    return answer;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.shift += entry.toJSON().value; // the DOM's types know no layout shifts
  }).observe({ type: 'layout-shift', buffered: true });
}

/** How soon the field can be used. */
function measureField(key, conditions) {
  return (lab, page) => visitPage(lab, page, async ({ fieldAt }) => ({ [key]: await fieldAt() }), conditions);
}

/** What came over the wire before the field, and the heap at that time. */
async function measureFirst(lab, page) {
  const { paths, bytes, heapKiB } = await visitHeldBack(lab, page, HOLD_MS);
  return { wireBytes: bytes, wireRequests: paths.length, firstHeapKiB: heapKiB };
}

/**
 * What a page has cost when it is quiet and nobody has touched it. Of the browser's counters, `TaskDuration` by the thread's own clock
 * is the one that another program on the machine changes least.
 */
function measureLoad(lab, page) {
  return visitPage(lab, page, async ({ fieldAt, waitForQuiet, readMetrics, readHeapKiB, session, listArrived }) => {
    await fieldAt();
    await waitForQuiet();
    const { TaskDuration } = await readMetrics();
    const heapKiB = await readHeapKiB();
    const { nodes } = await session.send('Memory.getDOMCounters');
    const arrived = await listArrived(Number.MAX_VALUE);
    return { loadMs: TaskDuration * 1000, payBytes: sumBytes(arrived), payRequests: arrived.length, heapKiB, nodes };
  });
}

/** The heap with a Pix code on the screen. */
function measurePix(lab, page) {
  return visitPage(lab, page, async ({ fieldAt, waitForQuiet, waitForPart, click, readHeapKiB }) => {
    await fieldAt();
    await click(CHECKOUT, '[part~=method-pix]');
    await waitForPart(CHECKOUT, 'balcao-pix', PAY_BUTTON);
    await click(CHECKOUT, 'balcao-pix', PAY_BUTTON);
    await waitForPart(CHECKOUT, 'balcao-pix', '[part~=qr]');
    await waitForQuiet();
    return { pixHeapKiB: await readHeapKiB() };
  });
}

async function type(tab, text) {
  for (const key of text) await tab.keyboard.press(key);
}

/** The main thread's work for a digit of a card's number, with everything loaded. */
function measureKeys(key, cpu) {
  const typeNumber = async ({ tab, run, readMetrics }) => {
    const { TaskDuration: before } = await readMetrics();
    await type(tab, CARD.number);
    await run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))));
    const { TaskDuration: after } = await readMetrics();
    return { [key]: ((after - before) * 1000) / CARD.number.length };
  };
  const measure = (page) => async (visit) => {
    await visit.fieldAt();
    await visit.waitForQuiet();
    await visit.focus(...page.path);
    return typeNumber(visit);
  };
  return (lab, page) => visitPage(lab, page, measure(page), { cpu });
}

/**
 * What of a payment's time is our own: from the click to the call of `fetch` with the charge, and from the moment in which `fetch` returns its
 * response to the event. No token is asked for: the service is behind the shop's own path.
 */
function measurePayment(lab, page) {
  return visitPage(
    lab,
    page,
    async ({ tab, run, fieldAt, waitForQuiet, focus, click }) => {
      await fieldAt();
      await waitForQuiet();
      for (const [name, text] of Object.entries(CARD)) {
        await focus(CHECKOUT, 'balcao-card-form', `input[name=${name}]`);
        await type(tab, text);
      }
      await waitForQuiet();
      await click(CHECKOUT, 'balcao-card-form', PAY_BUTTON);
      await run(async () => {
        const pass = (resolve) => void requestAnimationFrame(resolve);
        while (!globalThis.paymentTimes.saidAt) await new Promise(pass);
        return true;
      });
      await waitForQuiet();
      const { clickedAt, requestedAt, answeredAt, saidAt, shift } = await run(() => globalThis.paymentTimes);
      return { toRequestMs: requestedAt - clickedAt, toEventMs: saidAt - answeredAt, shift };
    },
    { script: watchPayment },
  );
}

/**
 * Which pages are measured, how, how often in a round (once), and whether more rounds tell nothing new.
 *
 * @typedef {object} Measure
 * @property {(page: import('./pages.mjs').BenchPage) => boolean} fits
 * @property {(lab: import('./visit.mjs').Lab, page: import('./pages.mjs').BenchPage) => Promise<Record<string, number>>} measure
 * @property {(page: import('./pages.mjs').BenchPage) => number} [countVisits]
 * @property {boolean} [isSteady]
 */

/** By name. @type {Record<string, Measure>} */
export const MEASURES = {
  slow: { fits: isTimed, measure: measureField('slowMs', { cpu: 4, isSlow4G: true }) },
  fast: { fits: isTimed, measure: measureField('fastMs', { cpu: 4 }) },
  // What Lit costs is a small difference of two large numbers, and the ratio is over it.
  load: { fits: () => true, measure: measureLoad, countVisits: (page) => (isBase(page) ? 3 : 1) },
  keys: { fits: isPlain, measure: measureKeys('keyMs', 4) },
  // A busy machine makes the browser's throttling count what it only waits for: then this ratio says more.
  quickKeys: { fits: isPlain, measure: measureKeys('quickKeyMs', 1) },
  pay: { fits: (page) => isCheckout(page) && isPlain(page), measure: measurePayment },
  first: { fits: isTimed, measure: measureFirst, isSteady: true },
  pix: { fits: (page) => isCheckout(page) && isPlain(page), measure: measurePix, isSteady: true },
};
