import type { PixStatus } from '../../domain/pix/status.js';
import type { Report } from '../events.js';
import type { Limiter } from '../http/limits.js';
import { createRefusal } from '../http/response.js';
import { type Ledger, LedgerConflict } from '../ledger/ledger.js';
import type { ServiceLink } from '../service-link.js';
import type { OrderRecord, PixRecord } from './order-record.js';
import type { OrderService } from './order-service.js';
import { addPix, advancePix, claimPixQuestion, mayBePaid, type PixStatusReport, postponePix } from './pix-charges.js';

/** What the desk works with. */
export interface PixServiceParts {
  ledger: Ledger;
  link: ServiceLink;
  orders: OrderService;
  report: Report;
  now: () => number;
  limiter: Pick<Limiter, 'countPixClaim'>;
  /** Whether the service has a status to ask. */
  asksStatus: boolean;
  /** Whether pages make charges by themselves, which this server learns of afterwards. */
  isAdopting: boolean;
}

/** What is known of a charge after it was asked about. `unanswered`: there was no answer now. `unaskable`: there never is one. */
export type PixKnowledge = PixStatus | 'unanswered' | 'unaskable';

/** Whoever asks again within this time gets the last answer, ms: a page asks every three seconds. */
const FRESH_MS = 1000;

/** No process keeps more answers. */
const MAX_KEPT = 5000;

/**
 * The Pix charges of the shop's orders. What is true of one, the service says: everything else, a webhook's notice or a page's word, is a
 * reason to ask.
 */
export class PixService {
  readonly #parts: PixServiceParts;
  readonly #asking = new Map<string, Promise<PixKnowledge>>();
  readonly #answered = new Map<string, { at: number; knowledge: PixKnowledge }>();

  constructor(parts: PixServiceParts) {
    this.#parts = parts;
  }

  /** Writes down that a charge is of an order. `false` where it is another order's already. */
  async add(orderId: string, charge: Omit<PixRecord, 'orderId' | 'status' | 'askAt'>): Promise<boolean> {
    try {
      const isNew = await this.#parts.orders.change(orderId, (order) => addPix(order, charge));
      if (isNew) this.#parts.report({ type: 'pix-created', orderId, chargeId: charge.chargeId });
      return true;
    } catch (error) {
      if (error instanceof LedgerConflict) return false;
      throw error;
    }
  }

  /**
   * The charge that a page names for its order. One that is not known yet is adopted where pages make charges themselves, once the service
   * knows it; of how much it is, only the service's answer counts. One that is paid before anybody named it may be what another order was
   * paid with, before this ledger began or elsewhere: its money waits for a person. `undefined` where it is another order's, or none. Rejects
   * with `HttpRefusal` where nobody can say now.
   */
  async adopt({
    chargeId,
    orderId,
    session,
    dueCents,
  }: Pick<PixRecord, 'chargeId' | 'orderId' | 'session' | 'dueCents'>): Promise<PixRecord | undefined> {
    const { ledger, link, limiter, now, asksStatus, isAdopting } = this.#parts;
    const known = await ledger.findPixCharge(chargeId);
    if (known) return known.orderId === orderId ? known : undefined;
    if (!isAdopting) return undefined;
    await limiter.countPixClaim(orderId);
    const askedAt = now();
    const reply = asksStatus ? await link.askPix(chargeId).catch(() => undefined) : { status: 'unknown' as const };
    if (reply === undefined) throw createRefusal(503, 'The service gave no answer.', { 'Retry-After': '5' });
    if (reply === 'unaskable') return undefined;
    if (!(await this.add(orderId, { chargeId, session, dueCents, createdAt: askedAt }))) return undefined;
    if (reply.status === 'paid') await this.apply({ chargeId, orderId, status: 'unknown' }, { status: 'paid', now: askedAt });
    return ledger.findPixCharge(chargeId);
  }

  /**
   * Asks the service about a charge, once for all who wait, and writes down what it says. One that is paid stays so, and nothing more is
   * asked. Rejects where the database cannot be reached.
   */
  async ask(charge: PixRecord): Promise<PixKnowledge> {
    const { chargeId, status } = charge;
    if (status === 'paid') return status;
    const known = this.#answered.get(chargeId);
    if (known && Math.abs(this.#parts.now() - known.at) < FRESH_MS) return known.knowledge;
    const asking = this.#asking.get(chargeId) ?? this.#askOnce(charge);
    this.#asking.set(chargeId, asking);
    try {
      return await asking;
    } finally {
      if (this.#asking.get(chargeId) === asking) this.#asking.delete(chargeId);
    }
  }

  /** The same, by a question that is sent from now on: something happened, as a webhook says, or is about to. */
  async askNow(charge: PixRecord): Promise<PixKnowledge> {
    await this.#asking.get(charge.chargeId)?.catch(() => undefined);
    this.#answered.delete(charge.chargeId);
    return this.ask(charge);
  }

  /** Asks a question that is due; `false` where another instance has taken it on. Rejects as `ask` does. */
  async askDue(charge: PixRecord): Promise<boolean> {
    const { chargeId, orderId } = charge;
    const isClaimed = await this.#parts.orders.change(orderId, (order, at) => claimPixQuestion(order, chargeId, at));
    if (isClaimed) await this.askNow(charge);
    return isClaimed;
  }

  async #askOnce(charge: PixRecord): Promise<PixKnowledge> {
    const knowledge = await this.#learn(charge);
    this.#answered.delete(charge.chargeId);
    this.#answered.set(charge.chargeId, { at: this.#parts.now(), knowledge });
    const [oldest = ''] = this.#answered.keys();
    if (this.#answered.size > MAX_KEPT) this.#answered.delete(oldest);
    return knowledge;
  }

  async #learn({ chargeId, orderId, status: before }: PixRecord): Promise<PixKnowledge> {
    const { link, orders, now, asksStatus } = this.#parts;
    // An answer is as old as its question.
    const askedAt = now();
    const reply = asksStatus ? await link.askPix(chargeId).catch(() => undefined) : 'unaskable';
    if (reply === undefined || reply === 'unaskable') {
      await orders.change(orderId, (order, at) => postponePix(order, chargeId, at, reply === 'unaskable'));
      return reply ?? 'unanswered';
    }
    return (await this.apply({ chargeId, orderId, status: before }, { ...reply, now: askedAt })) ?? 'unknown';
  }

  /** Writes down what the service said of a charge. The result is what is known then. */
  async apply(
    { chargeId, orderId, status: before }: Pick<PixRecord, 'chargeId' | 'orderId' | 'status'>,
    news: PixStatusReport,
  ): Promise<PixStatus | undefined> {
    const { orders, ledger, report } = this.#parts;
    const status = await orders.change(orderId, (order) => advancePix(order, chargeId, news));
    if (status !== undefined && status !== before) {
      report({ type: 'pix-status', orderId, chargeId, status });
      await ledger
        .announce(chargeId)
        .catch(() => report({ type: 'failure', operation: 'announce', message: 'Open pages learn of a Pix by their own question.' }));
    }
    return status;
  }

  /**
   * Asks about every code of an order that is not known to be paid, however old it is and however fresh its last answer, before something else is
   * charged for it. `false` where one of them was not answered about: then nobody knows. A service without a status keeps nothing away.
   */
  async askAll({ pix }: OrderRecord): Promise<boolean> {
    const knowledge = await Promise.all(pix.filter(mayBePaid).map((charge) => this.askNow(charge)));
    return !knowledge.includes('unanswered');
  }
}
