import * as z from 'zod/mini';
import { textSchema } from '../client/http/response-schemas.js';
import { CheckoutError } from '../domain/errors.js';
import { once } from '../domain/once.js';
import { presentFields } from '../domain/present-fields.js';
import type { LostPayment, PersonResolution } from './options.js';
import { returnPayment } from './orders/end-attempt.js';
import { createChargePaymentId } from '../domain/order/charge.js';
import { createLostPaymentId, findPaidChargeId, nameCharge } from './orders/identifiers.js';
import type { AttemptRecord } from './orders/order-record.js';
import { isCents, markTooMany, recordPayment, type UnresolvedPayment } from './orders/payments.js';
import { addPix, advancePix } from './orders/pix-charges.js';
import type { ShopCore } from './shop-core.js';

/** The attempts and payments that wait for a person. */
export interface Unresolved {
  /**
   * Attempts that may have been charged, also `replaced` ones whose session continued. `told` is the report of the attempt's page. `guess`
   * is a charge that is probably the attempt's, by the shop's records.
   */
  attempts: readonly AttemptRecord[];
  /**
   * Payments that are too small or of unknown amount, and all payments of an order that was paid more than once, with a mark on the excess
   * ones.
   */
  payments: readonly UnresolvedPayment[];
}

/** The schema of a person's finding, without unknown fields. */
const resolutionSchema = once(() =>
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('charged'),
      identifier: z.optional(textSchema()),
      amountCents: z.optional(z.number().check(z.refine(isCents))),
    }),
    z.object({ status: z.literal(['not-charged', 'returned']) }),
  ]),
);

/**
 * The result of recording a person's finding. `early`: "not charged" counts only from `countsFrom` on, epoch ms. `kept`: the result was
 * already known. `none`: there is no such attempt or payment. `conflict`: the identifier belongs to another attempt.
 */
export type ResolveAnswer = { status: 'resolved' } | { status: 'early'; countsFrom: number } | { status: 'kept' | 'none' | 'conflict' };

/** The functions for the shop's staff, who find out what a program cannot know. */
export class Staff {
  readonly #core: ShopCore;

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /**
   * Lists the attempts and payments that wait for a person, oldest first: at most 500 of each, and `unconfirmed` attempts before `replaced`
   * ones.
   */
  async unresolved(): Promise<Unresolved> {
    const { attempts, payments } = await this.#core.ledger.listUnresolved();
    return { attempts, payments: markTooMany(payments) };
  }

  /**
   * Records a person's finding about an attempt (`attemptId`) or a payment (`paymentId`). Rejects with `invalid-input` for an invalid
   * status or amount.
   */
  async resolve(id: string, given: PersonResolution): Promise<ResolveAnswer> {
    const resolution = parseResolution(given);
    if (resolution.status === 'returned') return this.#returnMoney(id);
    const attempt = await this.#core.ledger.findAttempt(id);
    if (attempt) return this.#endAttempt(attempt, resolution);
    return resolution.status === 'charged' ? this.#recordAmount(id, resolution) : { status: 'none' };
  }

  /**
   * Records payments that a restored copy of the database lacks, and trusts the database from then on: orders can be paid again. A payment
   * that is passed twice is recorded once. Rejects with `invalid-input` for an invalid amount, before any payment is recorded.
   */
  async reconcile({ payments }: { payments: readonly LostPayment[] }): Promise<void> {
    const { ledger, now } = this.#core;
    if (!payments.every(({ amountCents }) => isCents(amountCents)))
      throw new CheckoutError('invalid-input', 'amountCents must be whole cents above 0.');
    for (const payment of payments) await this.#addLost(payment);
    await ledger.trust(now());
  }

  async #endAttempt(
    { attemptId, orderId, mayChargeUntil }: AttemptRecord,
    { status: state, ...found }: Exclude<PersonResolution, { status: 'returned' }>,
  ): Promise<ResolveAnswer> {
    const { orders, now } = this.#core;
    const { status } = await orders.end(orderId, attemptId, { state, ...found, by: 'person' });
    if (status === 'ended') return { status: 'resolved' };
    return status === 'early' ? { status, countsFrom: mayChargeUntil ?? now() } : { status };
  }

  async #returnMoney(paymentId: string): Promise<ResolveAnswer> {
    const { ledger, orders } = this.#core;
    const payment = await ledger.findPayment(paymentId);
    if (!payment) return { status: 'none' };
    const isReturned = await orders.change(payment.orderId, (order, now) => returnPayment(order, paymentId, now));
    return { status: isReturned ? 'resolved' : 'kept' };
  }

  /** Records the amount of a Pix or a boleto that the service or the bank did not provide. */
  async #recordAmount(paymentId: string, { amountCents }: Extract<PersonResolution, { status: 'charged' }>): Promise<ResolveAnswer> {
    const { ledger, orders } = this.#core;
    const paidChargeId = findPaidChargeId(paymentId);
    const charge = paidChargeId === undefined ? undefined : await ledger.findPixCharge(paidChargeId);
    if (!charge || amountCents === undefined) return { status: 'none' };
    const { orderId, dueCents } = charge;
    const isNew = await orders.change(orderId, (order, at) => {
      const next = recordPayment(order, { paymentId, ...nameCharge(charge), amountCents, dueCents, at, by: 'person' });
      return { result: next !== order, order: next };
    });
    return { status: isNew ? 'resolved' : 'kept' };
  }

  /** Records a lost payment, unless the order already has it. */
  async #addLost({ orderId, method, identifier, amountCents }: LostPayment): Promise<void> {
    await this.#core.orders.change(orderId, (order, at) => {
      if (method === 'pix') {
        const { order: added } = addPix(order, { chargeId: identifier, session: '', dueCents: amountCents, amountCents, createdAt: at });
        return { ...advancePix(added, identifier, { status: 'paid', amountCents, now: at }), result: undefined };
      }
      const paymentId = method === 'boleto' ? createChargePaymentId(method, identifier) : createLostPaymentId(identifier);
      const arrived = { paymentId, method, identifier, amountCents, dueCents: amountCents, at, by: 'person' as const };
      return { result: undefined, order: recordPayment(order, arrived) };
    });
  }
}

/**
 * Validates a person's finding, which may come from a form or another program: an unknown status must not release an order. Throws
 * `invalid-input`.
 */
function parseResolution(given: PersonResolution): PersonResolution {
  const { data } = resolutionSchema().safeParse(given);
  if (!data)
    throw new CheckoutError('invalid-input', 'status must be "charged", "not-charged" or "returned"; amountCents whole cents above 0.');
  return data.status === 'charged' ? presentFields(data) : data;
}
