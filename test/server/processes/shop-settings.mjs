/** The shop of the long tests: the same in their own process and in those that they start. */

import { createShopServer, memoryLedger, sqlLedger } from '../../../src/server/index.ts';
import { postgres } from '../../../src/server/postgres.ts';

/** Where its pages come from. */
export const ORIGIN = 'https://loja.example';

export const WEBHOOK_SECRET = 'a-secret-that-is-long-enough';

/** What every order costs: integer cents. */
export const AMOUNT_CENTS = 14_990;

/** So that none of them is what ends a test. */
const LIMITS = {
  chargesPerOrder: 1_000_000,
  declinesPerSession: 1_000_000,
  declinesPerAddress: 1_000_000,
  pixPerOrder: 1_000_000,
  streams: 1000,
  streamsPerSession: 1000,
};

/** A busy machine may be as slow as it is. */
const PATIENT = { timeLimitMs: 3_600_000 };

/** The shop's own table, without a rule that would keep a payment from being settled twice: the tests look. */
export const SETTLED_TABLE = 'CREATE TABLE shop_settled (payment_id text NOT NULL, order_id text NOT NULL)';

async function json(response) {
  if (!response.ok) throw new Error(`The service's other side responded ${response.status}.`);
  return response.json();
}

/**
 * @typedef {object} ShopSettings
 * @property {import('../../../src/server/postgres.ts').PostgresPool} [pool] Without one its ledger is in memory.
 * @property {string} service The origin of `startService`.
 * @property {typeof globalThis.fetch} [fetch] How everything outside is reached.
 * @property {number | undefined} [aheadMs] How far its clock is ahead.
 * @property {boolean | undefined} [isIdempotent]
 * @property {boolean | undefined} [hasBoletos] The bank of `startService` makes boletos for it.
 * @property {(event: import('../../../src/server/index.ts').ShopEvent) => void} [onEvent]
 * @property {string} [origin]
 */

/**
 * Makes a shop's server over a database of PostgreSQL.
 *
 * @param {ShopSettings} settings
 */
export function createShop({
  pool,
  service,
  fetch = globalThis.fetch,
  aheadMs = 0,
  isIdempotent = false,
  hasBoletos = false,
  onEvent = () => {},
  origin,
}) {
  /** @param {string} path */
  const ask = async (path) => json(await fetch(`${service}${path}`));
  return createShopServer({
    service: {
      baseUrl: `${service}/service/`,
      fetch,
      profile: isIdempotent ? { idempotency: { header: 'Idempotency-Key' } } : {},
    },
    tokens: {
      async getToken({ attemptId = '', orderId = '' }) {
        const { token, expiresIn } = await ask(`/issue?${new URLSearchParams({ attemptId, orderId })}`);
        return { token, expiresAt: Date.now() + expiresIn * 1000 };
      },
    },
    orders: {
      find: (id) => ({ id, amountCents: AMOUNT_CENTS }),
      settled: async ({ paymentId, orderId }, tx) => {
        if (pool) await tx.query('INSERT INTO shop_settled (payment_id, order_id) VALUES ($1, $2)', [paymentId, orderId]);
      },
      deliver: async ({ paymentId }) => void (await ask(`/deliver?${new URLSearchParams({ paymentId })}`)),
      ...(hasBoletos && {
        boleto: ({ id }, { key }) => ask(`/boleto?${new URLSearchParams({ orderId: id, key })}`),
        boletoStatus: ({ chargeId }) => ask(`/boleto-status?${new URLSearchParams({ chargeId })}`),
      }),
    },
    records: {
      certainty: 'exact',
      findCharge: ({ attemptId }) => ask(`/find?${new URLSearchParams({ attemptId })}`),
    },
    ledger: pool ? sqlLedger(postgres(pool, PATIENT)) : memoryLedger(),
    publicOrigin: ORIGIN,
    ...(origin !== undefined && { publicOrigin: origin }),
    webhookSecret: WEBHOOK_SECRET,
    relayCards: true,
    limits: LIMITS,
    sweepEveryMs: 0,
    onEvent,
    now: () => Date.now() + aheadMs,
  });
}
