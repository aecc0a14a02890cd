/// <reference types="node" />
import { readBody, parseJson } from '../../client/http/read-body.js';
import type { PaymentRecord, ShopOrder, ShopServerOptions } from '../../server/index.js';
import { NONCE_HEADER, SIGNATURE_HEADER, TIME_HEADER, findForgery, signRequest } from './signature.js';

/** The time limit of a response, ms: shorter than that of the server for the same function, whose message names no cause. */
const LIMIT_MS = 9000;

/** The headers of a page's request that the application gets, to recognize the session by. */
const SESSION_HEADERS = ['Cookie', 'Authorization'] as const;

/** The access to the shop's own application. */
export interface ApplicationOptions {
  /** The address below which the application has `find`, `deliver` and `customer`, with a slash at its end. */
  url: URL;
  /** The secret that only this program and the application have. */
  secret: string;
  /** Returns the time, epoch ms. */
  now?: () => number;
}

/**
 * Creates the functions of a shop's server that ask the shop's own application, over HTTP. Each request is signed, and so is each response.
 * Any other response rejects: nothing is then opened or sent, and a delivery comes again.
 */
export function createApplication(
  options: ApplicationOptions,
): Pick<ShopServerOptions, 'orders'> & Required<Pick<ShopServerOptions, 'customerOf'>> {
  return {
    orders: {
      async find(orderId, request) {
        const { order } = await ask(options, 'find', { orderId, headers: pickHeaders(request) });
        if (order === null) return undefined;
        const present = isRecord(order) ? dropNulls(order) : order;
        if (mayBeOrder(present)) return present;
        throw createError(options, 'find', 'must respond { "order": { "id": "42", "amountCents": 14990 } }, or { "order": null }');
      },
      async deliver(payment: PaymentRecord) {
        const { delivered } = await ask(options, 'deliver', { payment });
        if (delivered !== true) throw createError(options, 'deliver', 'must respond { "delivered": true } once it has kept the payment');
      },
    },
    async customerOf(request) {
      const { customer } = await ask(options, 'customer', { headers: pickHeaders(request) });
      if (customer === null) return undefined;
      if (typeof customer === 'string' && customer !== '') return customer;
      throw createError(options, 'customer', 'must respond { "customer": "c-7f3a" }, or { "customer": null } for a guest');
    },
  };
}

/** Sends a signed request, and returns the object of its signed response with status 200. Rejects for any other response. */
async function ask(options: ApplicationOptions, name: string, message: object): Promise<Readonly<Record<string, unknown>>> {
  const { url, secret, now = Date.now } = options;
  const address = new URL(name, url);
  const body = JSON.stringify(message);
  const signed = signRequest(secret, { method: 'POST', path: address.pathname + address.search, body }, now());
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    [TIME_HEADER]: signed.time,
    [NONCE_HEADER]: signed.nonce,
    [SIGNATURE_HEADER]: signed.signature,
  };
  const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) })
    .then(async (answer) => ({ status: answer.status, headers: answer.headers, body: await readBody(answer) }))
    .catch((error: unknown) => {
      throw createError(options, name, 'did not respond', error);
    });
  if (response.body === undefined) throw createError(options, name, 'responded with more than 256 KiB');
  // The status of an unsigned response helps to find out why there is no signature.
  const forgery = findForgery(secret, signed, { ...response, body: response.body }, now());
  if (forgery !== undefined) throw createError(options, name, `responded ${response.status}, and the response ${forgery}`);
  if (response.status !== 200) throw createError(options, name, `responded ${response.status}`);
  const parsed = parseJson(response.body);
  return isRecord(parsed) ? parsed : {};
}

/** Creates the error of a response. The server reports it as the cause of the event `failure`. */
function createError({ url }: ApplicationOptions, name: string, problem: string, cause?: unknown): Error {
  return new Error(`POST ${new URL(name, url).pathname}: the application ${problem}.`, cause === undefined ? {} : { cause });
}

function pickHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(SESSION_HEADERS.flatMap((name) => (headers.has(name) ? [[name.toLowerCase(), headers.get(name) ?? '']] : [])));
}

/** Copies an object without the fields that are `null`: many languages write so what is absent. */
function dropNulls(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Returns whether a value may be an order. The server checks its fields, and names the one that is wrong. */
function mayBeOrder(value: unknown): value is ShopOrder {
  return isRecord(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
