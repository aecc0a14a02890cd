import * as z from 'zod/mini';
import { CheckoutError } from '../domain/errors.js';
import { once } from '../domain/once.js';
import { presentFields } from '../domain/present-fields.js';
import { textSchema } from '../client/http/response-schemas.js';
import { returnPayment } from './orders/end-attempt.js';
import type { AttemptRecord, PixRecord } from './orders/order-record.js';
import { markTooMany, type UnresolvedPayment, isCents, recordPayment } from './orders/payments.js';
import { createLostPaymentId, findPixChargeId } from './orders/identifiers.js';
import { addPix, advancePix } from './orders/pix-charges.js';
import type { LostPayment, PersonResolution } from './options.js';
import type { ShopCore } from './shop-core.js';

/** What waits for a person. */
export interface Unresolved {
  /**
   * Nobody knows whether they were charged, though the session of a `replaced` one went on. `told` is what their page said, `guess` what the shop's
   * records hold for likely.
   */
  attempts: readonly AttemptRecord[];
  /** Money that is too little or of an amount that nobody knows; of an order that was paid more than once, each payment, and which is too many. */
  payments: readonly UnresolvedPayment[];
}

/** A person's word, and no other field. */
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

/** What came of a person's word. `early`: that it was not charged counts only from `countsFrom` on, epoch ms. `kept`: it was known already. `none`: there is no such attempt or payment. `conflict`: the identifier is another attempt's. */
export type ResolveAnswer = { status: 'resolved' } | { status: 'early'; countsFrom: number } | { status: 'kept' | 'none' | 'conflict' };

/** What people of the shop do: everything that a program cannot know. */
export class Staff {
  readonly #core: ShopCore;

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /** What waits for a person, `unconfirmed` attempts before `replaced` ones, oldest first, 500 of each list at most. */
  async unresolved(): Promise<Unresolved> {
    const { attempts, payments } = await this.#core.ledger.listUnresolved();
    return { attempts, payments: markTooMany(payments) };
  }

  /**
   * Writes down what a person found out about an attempt (`attemptId`) or a payment (`paymentId`). Rejects with `invalid-input` for an amount
   * that is none.
   */
  async resolve(id: string, said: PersonResolution): Promise<ResolveAnswer> {
    const resolution = readResolution(said);
    if (resolution.status === 'returned') return this.#returnMoney(id);
    const attempt = await this.#core.ledger.findAttempt(id);
    if (attempt) return this.#endAttempt(attempt, resolution);
    return resolution.status === 'charged' ? this.#nameAmount(id, resolution) : { status: 'none' };
  }

  /**
   * Writes down payments that a restored copy of the database lacks, and trusts it from then on: orders can be paid again. Each may be given
   * again; it is written once. Rejects with `invalid-input` for an amount that is none, before any of them is written.
   */
  async reconcile({ payments }: { payments: readonly LostPayment[] }): Promise<void> {
    const { ledger, now } = this.#core;
    for (const { amountCents } of payments) checkCents(amountCents);
    for (const payment of payments) await this.#addLost(payment);
    await ledger.trust(now());
  }

  async #endAttempt(
    { attemptId, orderId, mayChargeUntil }: AttemptRecord,
    resolution: Exclude<PersonResolution, { status: 'returned' }>,
  ): Promise<ResolveAnswer> {
    const { orders, now } = this.#core;
    const { status: state, ...found } = resolution;
    const answer = await orders.end(orderId, attemptId, { state, ...found, by: 'person' });
    switch (answer.status) {
      case 'ended':
        return { status: 'resolved' };
      case 'early':
        return { status: 'early', countsFrom: mayChargeUntil ?? now() };
      case 'kept':
      case 'none':
      case 'conflict':
        return { status: answer.status };
    }
  }

  async #returnMoney(paymentId: string): Promise<ResolveAnswer> {
    const { ledger, orders } = this.#core;
    const payment = await ledger.findPayment(paymentId);
    if (!payment) return { status: 'none' };
    const isReturned = await orders.change(payment.orderId, (order, now) => returnPayment(order, paymentId, now));
    return { status: isReturned ? 'resolved' : 'kept' };
  }

  /** Of a Pix whose amount the service did not say. */
  async #nameAmount(paymentId: string, { amountCents }: Extract<PersonResolution, { status: 'charged' }>): Promise<ResolveAnswer> {
    const { orders } = this.#core;
    const charge = await this.#findPixOf(paymentId);
    if (!charge || amountCents === undefined) return { status: 'none' };
    const { chargeId, orderId, dueCents } = charge;
    const isNew = await orders.change(orderId, (order, at) => {
      const next = recordPayment(order, { paymentId, method: 'pix', identifier: chargeId, amountCents, dueCents, at, by: 'person' });
      return { result: next !== order, order: next };
    });
    return { status: isNew ? 'resolved' : 'kept' };
  }

  async #findPixOf(paymentId: string): Promise<PixRecord | undefined> {
    const chargeId = findPixChargeId(paymentId);
    return chargeId === undefined ? undefined : this.#core.ledger.findPixCharge(chargeId);
  }

  async #addLost({ orderId, method, identifier, amountCents }: LostPayment): Promise<void> {
    const { orders } = this.#core;
    if (method === 'pix') {
      await orders.change(orderId, (order, at) => {
        const { order: added } = addPix(order, { chargeId: identifier, session: '', dueCents: amountCents, amountCents, createdAt: at });
        const { order: next } = advancePix(added, identifier, { status: 'paid', amountCents, now: at });
        return { result: undefined, order: next };
      });
      return;
    }
    await orders.change(orderId, (order, at) => {
      const known = order.payments.some((payment) => payment.identifier === identifier && payment.method !== 'pix');
      const arrived = {
        paymentId: createLostPaymentId(identifier),
        method,
        identifier,
        amountCents,
        dueCents: amountCents,
        at,
        by: 'person' as const,
      };
      return { result: undefined, order: known ? order : recordPayment(order, arrived) };
    });
  }
}

/** What a form or another program passed on may be anything: a word that is none of ours must free no order. Throws `invalid-input`. */
function readResolution(said: PersonResolution): PersonResolution {
  const { data } = resolutionSchema().safeParse(said);
  if (!data)
    throw new CheckoutError('invalid-input', 'status must be "charged", "not-charged" or "returned"; amountCents whole cents above 0.');
  return data.status === 'charged' ? presentFields(data) : data;
}

function checkCents(amountCents: number): void {
  if (!isCents(amountCents)) throw new CheckoutError('invalid-input', 'amountCents must be whole cents above 0.');
}
