import { createFeeTable } from '../../../demo/server/fee-table.js';
import { isBrand } from '../../../src/domain/index.js';
import { createJson, readText } from './json-http.js';
import { parseCents } from './order-book.js';
import type { JsonObject } from './json-http.js';

/** `{ orderId, amount, brand? }` -> `{ fees }`: what the shopper pays in all, to the cent, for this amount alone, by the table of the demo's shop. */
export function answerFees(body: JsonObject): Response {
  const amountCents = parseCents(readText(body, 'amount') ?? '');
  if (amountCents === undefined) return createJson(400, { message: 'Give the amount, like "300.00".' });
  const brand = readText(body, 'brand');
  return createJson(200, { fees: createFeeTable({ amountCents, ...(isBrand(brand) && { brand }) }) });
}
