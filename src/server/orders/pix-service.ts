import type { PixStatus } from '../../domain/pix/status.js';
import type { ReportEvent } from '../events.js';
import type { Limiter } from '../http/limits.js';
import { createRefusal } from '../http/response.js';
import { type Ledger, LedgerConflict } from '../ledger/ledger.js';
import { RecentMap } from '../recent-map.js';
import type { ServiceLink } from '../service-link.js';
import type { OrderRecord, PixRecord } from './order-record.js';
import type { OrderService } from './order-service.js';
import { addPix, advancePix, claimPixQuestion, mayBePaid, type PixStatusReport, postponePix } from './pix-charges.js';

/** The parts of the service. */
interface PixServiceParts {
  ledger: Ledger;
  link: ServiceLink;
  orders: OrderService;
  report: ReportEvent;
  now: () => number;
  limiter: Pick<Limiter, 'countPixClaim'>;
  /** True where the service has a status to ask about. */
  asksStatus: boolean;
  /** True where pages create charges themselves, which this server learns of afterwards. */
  isAdopting: boolean;
}

/** The status of a charge after a question about it. `unanswered`: there was no answer now. `unaskable`: there never is one. */
type KnownPixStatus = PixStatus | 'unanswered' | 'unaskable';

/** A question within this time after the last one gets the same answer, ms: a page asks every three seconds. */
const FRESH_MS = 1000;

/** The most answers that a process keeps. */
const MAX_KEPT = 5000;

/**
 * The Pix charges of the shop's orders. Only the service decides the status of one: anything else, a webhook's notice or a page's report, is a
 * reason to ask.
 */
export class PixService {
  readonly #parts: PixServiceParts;
  readonly #asking = new Map<string, Promise<KnownPixStatus>>();
  readonly #answered = new RecentMap<{ at: number; knowledge: KnownPixStatus }>(MAX_KEPT);

  constructor(parts: PixServiceParts) {
    this.#parts = parts;
  }

  /** Writes down that a charge belongs to an order. `false` where it belongs to another order already. */
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
   * Returns the charge that a page names for its order. One that is not known yet is adopted where pages create charges themselves, once the service
   * knows it; only the service's answer decides its amount. One that was paid before any page named it may have paid another order, before
   * this ledger began or elsewhere: its money waits for a person. `undefined` where it belongs to another order, or does not exist. Rejects
   * with `HttpRefusal` where the service does not respond.
   */
  async adopt(named: Pick<PixRecord, 'chargeId' | 'orderId' | 'session' | 'dueCents'>): Promise<PixRecord | undefined> {
    const { chargeId, orderId, session, dueCents } = named;
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
   * Asks the service about a charge, once for all who wait, and writes down its report. A paid one stays paid, and is not asked about
   * again. Rejects where the database cannot be reached.
   */
  async ask(charge: PixRecord): Promise<KnownPixStatus> {
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

  /** The same, by a question that is sent from now on: something happened, as a webhook reports, or is about to happen. */
  async askNow(charge: PixRecord): Promise<KnownPixStatus> {
    await this.#asking.get(charge.chargeId)?.catch(() => undefined);
    this.#answered.delete(charge.chargeId);
    return this.ask(charge);
  }

  /** Asks a due question; `false` where another instance has claimed it. Rejects as `ask` does. */
  async askDue(charge: PixRecord): Promise<boolean> {
    const { chargeId, orderId } = charge;
    const isClaimed = await this.#parts.orders.change(orderId, (order, at) => claimPixQuestion(order, chargeId, at));
    if (isClaimed) await this.askNow(charge);
    return isClaimed;
  }

  async #askOnce(charge: PixRecord): Promise<KnownPixStatus> {
    const knowledge = await this.#learn(charge);
    this.#answered.set(charge.chargeId, { at: this.#parts.now(), knowledge });
    return knowledge;
  }

  async #learn({ chargeId, orderId, status: before }: PixRecord): Promise<KnownPixStatus> {
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

  /** Writes down the service's report of a charge. Resolves with the resulting status. */
  async apply(
    { chargeId, orderId, status: before }: Pick<PixRecord, 'chargeId' | 'orderId' | 'status'>,
    report: PixStatusReport,
  ): Promise<PixStatus | undefined> {
    const { orders, ledger } = this.#parts;
    const status = await orders.change(orderId, (order) => advancePix(order, chargeId, report));
    if (status !== undefined && status !== before) {
      this.#parts.report({ type: 'pix-status', orderId, chargeId, status });
      await ledger
        .announce(chargeId)
        .catch(() =>
          this.#parts.report({ type: 'failure', operation: 'announce', message: 'Open pages learn of a Pix by their own question.' }),
        );
    }
    return status;
  }

  /**
   * Asks about every code of an order that is not known to be paid, however old it is and however fresh its last answer, before something else is
   * charged for it. `false` where one question had no answer: then it is unknown. A service without a status prevents nothing.
   */
  async askAll({ pix }: OrderRecord): Promise<boolean> {
    const knowledge = await Promise.all(pix.filter(mayBePaid).map((charge) => this.askNow(charge)));
    return !knowledge.includes('unanswered');
  }
}
