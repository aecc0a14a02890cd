import { createJson, readText } from './json-http.js';
import { parseCents } from './order-book.js';
import type { JsonObject } from './json-http.js';

/** What a plan costs, by count. */
const RATES = new Map([
  [4, 0.0503],
  [5, 0.0605],
  [6, 0.0708],
  [7, 0.0812],
  [8, 0.0916],
  [9, 0.1022],
  [10, 0.1128],
  [11, 0.1234],
  [12, 0.134],
]);

/** Brands whose plans cost more. */
const DEARER = ['american-express', 'elo'];

/** `{ orderId, amount, brand? }` -> `{ fees }`: what the shopper pays in all, to the cent, for this amount alone. */
export function answerFees(body: JsonObject): Response {
  const amount = readText(body, 'amount') ?? '';
  const cents = parseCents(amount);
  if (cents === undefined) return createJson(400, { message: 'Give the amount, like "300.00".' });
  const more = DEARER.includes(readText(body, 'brand') ?? '') ? 0.01 : 0;
  const fees = [...RATES].flatMap(([installments, rate]) => {
    const totalCents = Math.round(cents * (1 + rate + more));
    // Of a few cents no fee is left, and a plan that costs nothing is the shop's.
    return totalCents > cents ? [{ installments, whoPaysFee: 'customer', total: (totalCents / 100).toFixed(2), amount }] : [];
  });
  return createJson(200, { fees });
}
