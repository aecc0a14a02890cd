import { BOLETO_KEY } from '../../domain/order/charge.js';
import { presentFields } from '../../domain/present-fields.js';
import type { PixStatus } from '../../domain/pix/status.js';
import type { ReportEvent } from '../events.js';
import type { Limiter } from '../http/limits.js';
import { createRefusal } from '../http/response.js';
import { type Ledger, LedgerConflict } from '../ledger/ledger.js';
import { RecentMap } from '../recent-map.js';
import type { ShopOrders } from '../options.js';
import type { PixReply, ServiceLink } from '../service-link.js';
import { SHOP_FUNCTION_LIMIT_MS } from '../time-limits.js';
import { nameCharge } from './identifiers.js';
import type { OrderRecord, PixRecord } from './order-record.js';
import type { OrderService } from './order-service.js';
import { addPix, advancePix, mayBePaid, type PixStatusReport, postponePix } from './pix-charges.js';

/** The dependencies of a `PixService`. */
interface PixServiceParts {
  ledger: Ledger;
  link: ServiceLink;
  orders: OrderService;
  report: ReportEvent;
  now: () => number;
  limiter: Pick<Limiter, 'countPixClaim'>;
  /** True if the service's status of a Pix charge can be queried. */
  asksStatus: boolean;
  /** Asks the shop's bank for the status of a boleto. */
  boletoStatus?: ShopOrders['boletoStatus'];
  /** True if pages create charges themselves: this server learns of these charges afterwards. */
  isAdopting: boolean;
}

/**
 * The result of a status query. `unanswered`: there was no response this time. `unsupported`: the service provides no status of this
 * charge.
 */
type KnownPixStatus = PixStatus | 'unanswered' | 'unsupported';

/** The time in which the result of a query is reused, ms. A page polls every three seconds. */
const FRESH_MS = 1000;

/** The number of query results that a process keeps. */
const MAX_KEPT = 5000;

/**
 * The Pix charges and the boletos of the shop's orders. Only the service, or the shop's bank, decides a charge's status: a webhook's notice or
 * a page's report is only a reason to query it.
 */
export class PixService {
  readonly #parts: PixServiceParts;
  readonly #querying = new Map<string, Promise<KnownPixStatus>>();
  readonly #recent = new RecentMap<{ at: number; knowledge: KnownPixStatus }>(MAX_KEPT);

  constructor(parts: PixServiceParts) {
    this.#parts = parts;
  }

  /** Records that a charge belongs to an order. Resolves with `false` if it already belongs to another order. */
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
   * Returns the charge that a page names for its order; `undefined` if the charge belongs to another order or does not exist. If pages
   * create charges themselves, an unknown charge is adopted once the service knows it. Only the service's response decides its amount. A
   * charge that was paid before a page named it may have paid another order, before this ledger began or elsewhere, so its payment waits
   * for a person. Rejects with an `HttpRefusal` if the service does not respond.
   */
  async adopt(named: Pick<PixRecord, 'chargeId' | 'orderId' | 'session' | 'dueCents'>): Promise<PixRecord | undefined> {
    const { chargeId, orderId, session, dueCents } = named;
    const { ledger, link, limiter, now, asksStatus, isAdopting } = this.#parts;
    const known = await ledger.findPixCharge(chargeId);
    if (known) return known.orderId === orderId ? known : undefined;
    if (!isAdopting || chargeId.startsWith(BOLETO_KEY)) return undefined;
    await limiter.countPixClaim(orderId);
    const queriedAt = now();
    const reply = asksStatus ? await link.fetchPixStatus(chargeId).catch(() => undefined) : { status: 'unknown' as const };
    if (reply === undefined) throw createRefusal(503, 'The service gave no answer.', { 'Retry-After': '5' });
    if (reply === 'unsupported') return undefined;
    if (!(await this.add(orderId, { chargeId, session, dueCents, createdAt: queriedAt }))) return undefined;
    if (reply.status === 'paid') await this.apply({ chargeId, orderId, status: 'unknown' }, { status: 'paid', now: queriedAt });
    return ledger.findPixCharge(chargeId);
  }

  /**
   * Queries the status of a charge and records it. Simultaneous callers share one query. A charge that nobody can pay any more is not queried again.
   * Rejects if the database cannot be reached.
   */
  async queryStatus(charge: PixRecord): Promise<KnownPixStatus> {
    const { chargeId, status } = charge;
    if (!mayBePaid(charge)) return status;
    const known = this.#recent.get(chargeId);
    if (known && Math.abs(this.#parts.now() - known.at) < FRESH_MS) return known.knowledge;
    const querying = this.#querying.get(chargeId) ?? this.#queryOnce(charge);
    this.#querying.set(chargeId, querying);
    try {
      return await querying;
    } finally {
      if (this.#querying.get(chargeId) === querying) this.#querying.delete(chargeId);
    }
  }

  /**
   * Queries the status as `queryStatus` does, but reuses no earlier query. It is for callers that know of an event, such as a webhook, or
   * that are about to rely on the status.
   */
  async queryNow(charge: PixRecord): Promise<KnownPixStatus> {
    await this.#querying.get(charge.chargeId)?.catch(() => undefined);
    this.#recent.delete(charge.chargeId);
    return this.queryStatus(charge);
  }

  /** Queries the status of a charge, and keeps the result for a moment. */
  async #queryOnce(charge: PixRecord): Promise<KnownPixStatus> {
    const knowledge = await this.#fetchStatus(charge);
    this.#recent.set(charge.chargeId, { at: this.#parts.now(), knowledge });
    return knowledge;
  }

  /** Returns whether the status of a charge can be queried. If not, a verified notice decides it. */
  canAsk({ boleto }: PixRecord): boolean {
    return boleto ? this.#parts.boletoStatus !== undefined : this.#parts.asksStatus;
  }

  /** Fetches the status of a charge, from the service or the shop's bank. Rejects if there is no response now. */
  async #fetchReply(charge: PixRecord): Promise<PixReply> {
    const { chargeId, orderId, boleto } = charge;
    const { link, asksStatus, boletoStatus } = this.#parts;
    if (!boleto) return asksStatus ? link.fetchPixStatus(chargeId) : 'unsupported';
    const asked = { ...boleto, chargeId: nameCharge(charge).identifier, orderId };
    const answer = await boletoStatus?.(asked, { signal: AbortSignal.timeout(SHOP_FUNCTION_LIMIT_MS) });
    if (!answer) return 'unsupported';
    const [amountCents, ...furtherCents] = answer.paidAmounts ?? [];
    return presentFields({ status: answer.status, amountCents, furtherCents });
  }

  /** Fetches the status of a charge and records it. Without a status, plans the next query. */
  async #fetchStatus(charge: PixRecord): Promise<KnownPixStatus> {
    const { chargeId, orderId, status: before } = charge;
    const { orders, now } = this.#parts;
    // A status is dated by its query, not by its response.
    const queriedAt = now();
    const reply = await this.#fetchReply(charge).catch(() => undefined);
    if (reply === undefined || reply === 'unsupported') {
      await orders.change(orderId, (order, at) => postponePix(order, chargeId, at, reply === 'unsupported'));
      return reply ?? 'unanswered';
    }
    return (await this.apply({ chargeId, orderId, status: before }, { ...reply, now: queriedAt })) ?? 'unknown';
  }

  /** Records the service's report of a charge. Resolves with the resulting status. */
  async apply(
    { chargeId, orderId, status: before }: Pick<PixRecord, 'chargeId' | 'orderId' | 'status'>,
    report: PixStatusReport,
  ): Promise<PixStatus | undefined> {
    const { orders, ledger } = this.#parts;
    const status = await orders.change(orderId, (order) => advancePix(order, chargeId, report));
    if (status === undefined) return undefined;
    if (status !== before) this.#parts.report({ type: 'pix-status', orderId, chargeId, status });
    if (status !== before || report.furtherCents?.length) {
      await ledger.announce(chargeId).catch((error: unknown) =>
        this.#parts.report({
          type: 'failure',
          operation: 'announce',
          message: 'Open pages learn of a Pix by their own question.',
          error,
        }),
      );
    }
    return status;
  }

  /**
   * Queries the status of every charge of an order that may still be paid, before something else is charged for the order. It also
   * queries old codes, and reuses no recent results. Resolves with `false` if a query had no response: that code may be paid. A service
   * that provides no status prevents nothing.
   */
  async queryAll({ pix }: OrderRecord): Promise<boolean> {
    const knowledge = await Promise.all(pix.filter(mayBePaid).map((charge) => this.queryNow(charge)));
    return !knowledge.includes('unanswered');
  }
}
