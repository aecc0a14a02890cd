/** Shoppers who pay by Pix, as the bench imagines them. Nobody publishes such times: they are assumptions, all in this file. */

const PAY = { medianS: 40, sigma: 0.9 };
const SERVER = { medianS: 1.5, sigma: 0.6 };
const RETURN = { medianS: 4, sigma: 0.6 };
const LEAVE = { medianS: 7, sigma: 0.3 };
const NEVER_PAYS = 0.1;
const ON_PHONE = 0.65;
const STAYS_AWAY = 0.15;
const CLOSES_PAGE = { part: 0.7, meanS: 120 };

/** How long a code lives, and how long a page is looked at, at most. */
export const CODE_LIFE_MS = 1_800_000;

/** Seconds between sending a question and hearing its answer. */
export const ROUND_TRIP_MS = 150;

/** @returns {() => number} Numbers from 0 to 1, the same at each run (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function drawLognormalMs(random, { medianS, sigma }) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return 1000 * medianS * Math.exp(sigma * normal);
}

function drawExponentialMs(random, meanMs) {
  return -meanMs * Math.log(1 - random());
}

/**
 * One shopper; all times in ms since the code is shown.
 * @typedef {{ isPhone: boolean, leftAt: number, backAt: number, knownAt: number, endAt: number }} Payer
 * `leftAt` to `backAt` the page is hidden; at `knownAt` the service knows of the payment; at `endAt` the page is gone.
 */

/** @returns {Payer} */
export function drawPayer(random) {
  const isPhone = random() < ON_PHONE;
  const payMs = random() < NEVER_PAYS ? Infinity : drawLognormalMs(random, PAY);
  const isPaid = payMs < CODE_LIFE_MS;
  // Who pays has left for the bank's app some time before; who does not pay may leave all the same.
  const leftAt = isPhone ? Math.min(drawLognormalMs(random, LEAVE), isPaid ? payMs * 0.6 : Infinity) : Infinity;
  const awayMs = random() < STAYS_AWAY ? Infinity : drawLognormalMs(random, RETURN);
  const closedAt = !isPaid && random() < CLOSES_PAGE.part ? drawExponentialMs(random, CLOSES_PAGE.meanS * 1000) : CODE_LIFE_MS;
  return {
    isPhone,
    leftAt,
    backAt: isPhone && isPaid ? payMs + awayMs : Infinity,
    knownAt: isPaid ? payMs + drawLognormalMs(random, SERVER) : Infinity,
    endAt: closedAt,
  };
}

/** When the shopper could first see that it is paid; `Infinity` where that never comes. */
export function findSeeableAt({ isPhone, leftAt, backAt, knownAt }) {
  return isPhone && knownAt >= leftAt ? Math.max(knownAt, backAt) : knownAt;
}
