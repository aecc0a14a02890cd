import { createJson } from './json-http.js';
import type { ServiceAccess } from './service-access.js';

/** Endpoints that can be made to fail. */
export type ShopEndpoint = 'token' | 'resolve' | 'notify' | 'status' | 'stream' | 'cards' | 'fees' | 'boleto';

/** How they fail. The last line is for `token`, the one before it for `resolve`. */
export const SHOP_FAULTS = [
  ...(['401', '403', '404', '409', '500', 'hang', 'slow', 'reset', 'garbage', 'html', 'empty'] as const),
  ...(['charged', 'not-charged', 'unknown'] as const),
  ...(['closed', 'closed-paid', 'short-lived', 'bad-token', 'no-expiry', 'wrong-now'] as const),
] as const;

/** The name of a fault. */
export type ShopFaultName = (typeof SHOP_FAULTS)[number];

/** A fault that waits for requests. */
export interface ShopFaultPlan {
  endpoint: ShopEndpoint;
  fault: ShopFaultName;
  times: number;
  /** Milliseconds for `slow` (default 2000) and `wrong-now` (default ten minutes ahead); seconds of life for `short-lived` (default 1). */
  amount: number | undefined;
}

const TEN_MINUTES_MS = 600_000;

/** What a fault has to work with: `wait` lasts so many milliseconds, or until release. */
export interface ShopFaultCall {
  plan: ShopFaultPlan;
  service: ServiceAccess;
  wait: (delayMs?: number) => Promise<void>;
}

type ShopFaultAnswerer = (call: ShopFaultCall) => Promise<Response | undefined>;

const status: ShopFaultAnswerer = async ({ plan: { fault } }) =>
  createJson(Number(fault), { message: `The shop was told to answer ${fault}.` });
const resolution: ShopFaultAnswerer = async ({ plan: { fault } }) => createJson(200, { status: fault });

const ANSWERERS: Readonly<Record<ShopFaultName, ShopFaultAnswerer>> = {
  '401': status,
  '403': status,
  '404': status,
  '409': status,
  '500': status,
  hang: async ({ wait }) => {
    await wait();
    return undefined;
  },
  slow: async ({ plan, wait }) => {
    await wait(plan.amount ?? 2000);
    return undefined;
  },
  reset: async () => {
    throw new TypeError('The connection was reset.');
  },
  garbage: async () => createJson(200, { tokem: 123, status: 'talvez' }),
  html: async () => new Response('<!doctype html><title>Entrar</title>', { headers: { 'Content-Type': 'text/html' } }),
  empty: async () => new Response('', { headers: { 'Content-Type': 'application/json' } }),
  charged: async () => createJson(200, { status: 'charged', identifier: '799999999', message: 'Pagamento confirmado pela loja.' }),
  'not-charged': resolution,
  unknown: resolution,
  closed: async () => createJson(200, { closed: 'closed' }),
  'closed-paid': async () => createJson(200, { closed: 'paid' }),
  'short-lived': async ({ plan, service }) => createJson(200, await service.issueToken(plan.amount ?? 1)),
  'bad-token': async () => createJson(200, { token: 'not-a-token-of-the-service', expiresIn: 900, now: Date.now() }),
  'no-expiry': async ({ service }) => createJson(200, (await service.issueToken()).token),
  'wrong-now': async ({ plan, service }) =>
    createJson(200, { ...(await service.issueToken()), now: Date.now() + (plan.amount ?? TEN_MINUTES_MS) }),
};

/** Answers as a fault wants; `undefined` lets the shop answer. A rejection breaks the connection. */
export function createShopFaultAnswer(call: ShopFaultCall): Promise<Response | undefined> {
  return ANSWERERS[call.plan.fault](call);
}
