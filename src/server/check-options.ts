import { CheckoutError } from '../domain/errors.js';
import { isLoopback } from '../client/http/service-url.js';
import type { ShopServerOptions } from './options.js';

/** A shorter secret could be guessed by trying. */
const SHORTEST_SECRET = 16;

/** Throws a `CheckoutError` `invalid-config` that says in English what is wrong with the settings of a shop's server, and how to mend it. */
export function checkOptions(options: ShopServerOptions): void {
  checkOrigin(options.publicOrigin);
  if (!/^\/(?:[\w.~-]+\/)*$/.test(options.basePath ?? '/')) refuse('basePath', 'Give a path with a slash at both ends, like "/shop/".');
  if (typeof options.orders?.find !== 'function') refuse('orders.find', 'Give a function that finds an order of whoever asks.');
  if (!options.orders.settled && !options.orders.deliver)
    refuse('orders', 'Give settled, deliver, or both: else nobody learns that an order was paid.');
  if (options.cards && typeof options.cards.find !== 'function')
    refuse('cards.find', 'Give a function that finds a saved card of whoever asks.');
  const { records, webhookSecret, verifyWebhook, asksPixStatus = true } = options;
  if (records && records.certainty !== 'exact' && records.certainty !== 'guess') refuse('records.certainty', 'Give "exact" or "guess".');
  if (webhookSecret !== undefined && !new RegExp(`^[\\w-]{${SHORTEST_SECRET},}$`).test(webhookSecret))
    refuse('webhookSecret', `Give ${SHORTEST_SECRET} or more letters and digits: openssl rand -hex 32.`);
  if (!asksPixStatus && webhookSecret !== undefined && !verifyWebhook)
    refuse('verifyWebhook', 'Where no status can be asked, a notice must be verified before it settles anything.');
}

function checkOrigin(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
  if (!isSafe || url.origin !== text)
    refuse('publicOrigin', 'Give the origin of the shop’s pages, like "https://loja.example", without a slash at its end.');
}

function refuse(setting: string, fix: string): never {
  throw new CheckoutError('invalid-config', `${setting} cannot be used. ${fix}`);
}
