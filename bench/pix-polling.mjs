/**
 * What asking for the status of a Pix charge costs the service, and how soon the page says "paid": our watcher (the real code, its clock moved
 * by hand), with and without the shop's stream, beside fixed intervals and Adyen's policy, for the same imagined shoppers.
 *
 * `node bench/pix-polling.mjs [checkouts]`; fails where our watcher misses its goal.
 */
import { tsImport } from 'tsx/esm/api';
import { CODE_LIFE_MS, ROUND_TRIP_MS, createRandom, drawPayer, findSeeableAt } from './payers.mjs';

const CHECKOUTS = Number(process.argv[2] ?? 60_000);
const START = 1_700_000_000_000;
const STREAM_DELAY_MS = 75;

/** Our goals: requests per paid charge and seconds to notice at p95. */
const GOALS = { balcão: [6.2, 3.3], 'balcão, stream': [2, 0.5] };

/** The delay to the next question by time since the code is shown, and whether a hidden page asks, too. */
const TABLES = {
  'fixed 2 s': { delayMs: () => 2000, asksHidden: true },
  'fixed 5 s': { delayMs: () => 5000, asksHidden: true },
  Adyen: { delayMs: (atMs) => (atMs < 60_000 ? 2000 : 10_000), asksHidden: true },
  'fixed 3 s, paused': { delayMs: () => 3000, asksHidden: false },
};

const { PixWatcher } = await tsImport('../src/flow/pix/pix-watcher.ts', import.meta.url);
const { FakeClock } = await tsImport('../test/support/fake-clock.ts', import.meta.url);

/** @returns What one shopper's page asked, and when it said "paid" (ms since the code is shown). */
function runTable(payer, { delayMs, asksHidden }) {
  let requests = 0;
  for (let at = delayMs(0); at < payer.endAt; at += delayMs(at)) {
    const isHidden = at >= payer.leftAt && at < payer.backAt;
    if (isHidden && !asksHidden) {
      if (payer.backAt >= payer.endAt) break;
      at = payer.backAt;
    }
    requests += 1;
    if (at + ROUND_TRIP_MS / 2 >= payer.knownAt) return { requests, saidAt: at + ROUND_TRIP_MS };
  }
  return { requests, saidAt: undefined };
}

/** A page that is shown and hidden by hand. */
function createActivity() {
  const listeners = new Set();
  const activity = {
    visible: true,
    online: true,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    show: (isVisible) => {
      activity.visible = isVisible;
      for (const listener of listeners) listener();
    },
  };
  return activity;
}

/** A shop's stream: stands after a round trip, and tells of the payment once, if it is open then. */
function createStream(clock, payer) {
  return ({ hint, setLive }) => {
    const toKnownMs = START + payer.knownAt - clock.now();
    const cancelLive = clock.schedule(() => setLive(true), ROUND_TRIP_MS);
    const cancelHint =
      toKnownMs < ROUND_TRIP_MS / 2 || toKnownMs === Infinity ? () => {} : clock.schedule(hint, toKnownMs + STREAM_DELAY_MS);
    return () => (cancelLive(), cancelHint());
  };
}

/** The same of our watcher. */
async function runWatcher(payer, random, hasStream) {
  const clock = new FakeClock(START);
  const activity = createActivity();
  let requests = 0;
  let saidAt;
  const ask = (signal) => {
    requests += 1;
    const isPaid = clock.now() - START + ROUND_TRIP_MS / 2 >= payer.knownAt;
    return new Promise((resolve, reject) => {
      clock.schedule(() => resolve({ status: isPaid ? 'paid' : 'pending' }), ROUND_TRIP_MS);
      signal.addEventListener('abort', () => reject(new Error('given up')));
    });
  };
  const charge = { chargeId: 'c', amount: '1.00', brCode: '', createdAt: START, expiresAt: START + CODE_LIFE_MS, status: 'pending' };
  const watcher = new PixWatcher({
    charge,
    ask,
    clock,
    activity,
    random,
    isNew: true,
    trueNow: () => clock.now(),
    changed({ news }) {
      if (news === 'paid') saidAt = clock.now() - START;
    },
    report() {},
    openStream: hasStream ? createStream(clock, payer) : () => undefined,
  });
  watcher.start();
  const moves = [
    [payer.leftAt, () => activity.show(false)],
    [payer.backAt, () => activity.show(true)],
  ];
  for (const [at, move] of moves.filter(([at]) => at < payer.endAt)) {
    await clock.advance(at - (clock.now() - START));
    move();
  }
  // Nothing happens in a hidden page any more.
  if (activity.visible) await clock.advance(payer.endAt - 1 - (clock.now() - START));
  watcher.stop();
  return { requests, saidAt };
}

function findPercentile(sorted, part) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** Means and percentiles of what the shoppers' pages did. */
function summarize(name, payers, results) {
  const paid = results.map((result, index) => ({ ...result, payer: payers[index] })).filter(({ payer }) => payer.knownAt < payer.endAt);
  const notices = paid
    .filter(({ payer, saidAt }) => saidAt !== undefined && findSeeableAt(payer) < payer.endAt)
    .map(({ payer, saidAt }) => Math.max(0, saidAt - findSeeableAt(payer)) / 1000)
    .sort((one, other) => one - other);
  const sum = (list) => list.reduce((total, { requests }) => total + requests, 0);
  return {
    name,
    perCheckout: sum(results) / results.length,
    perPaid: sum(paid) / paid.length,
    median: findPercentile(notices, 0.5),
    p95: findPercentile(notices, 0.95),
  };
}

async function runAll(payers, run) {
  const results = [];
  for (const payer of payers) results.push(await run(payer));
  return results;
}

const random = createRandom(2026);
const payers = Array.from({ length: CHECKOUTS }, () => drawPayer(random));
const jitter = createRandom(11);
const lines = [
  summarize('balcão', payers, await runAll(payers, (payer) => runWatcher(payer, jitter, false))),
  summarize('balcão, stream', payers, await runAll(payers, (payer) => runWatcher(payer, jitter, true))),
];
for (const [name, table] of Object.entries(TABLES))
  lines.push(summarize(name, payers, await runAll(payers, (payer) => runTable(payer, table))));

console.log(`${CHECKOUTS} imagined checkouts\n`);
console.log('policy              requests per checkout / per paid   notice median / p95 (s)');
for (const { name, perCheckout, perPaid, median, p95 } of lines) {
  console.log(
    `${name.padEnd(20)}${perCheckout.toFixed(1).padStart(21)} / ${perPaid.toFixed(2).padEnd(12)}${median.toFixed(2).padStart(10)} / ${p95.toFixed(2)}`,
  );
}
for (const { name, perPaid, p95 } of lines) {
  const goal = GOALS[name];
  if (!goal || (perPaid <= goal[0] && p95 <= goal[1])) continue;
  console.error(`${name}: the goal is at most ${goal[0]} requests per paid charge and ${goal[1]} s at p95`);
  process.exitCode = 1;
}
