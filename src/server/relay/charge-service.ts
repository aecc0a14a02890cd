import { processPayment } from '../../client/cards/charge.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardPayment } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { CHARGE_MARGIN_MS, openChecked, refuseConflict } from '../endpoints/guards.js';
import { HttpRefusal, respondProblem } from '../http/response.js';
import type { AttemptResult } from '../orders/end-attempt.js';
import type { OpenResult, WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptRecord } from '../orders/order-record.js';
import { RecentMap } from '../recent-map.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import { respondCharge, respondNotSent } from './relay-response.js';

/**
 * The longest time between recording a charge as sent and sending it, ms. A charge that was held up for longer is not sent, since others
 * may have been informed that it was not charged.
 */
const LATEST_DEPARTURE_MS = 10_000;

/** The number of results that are kept for pages that repeat their request. */
const MAX_KEPT = 1000;

/** The longest identifier that is stored, characters: an index of PostgreSQL accepts no text that is much longer. */
const LONGEST_IDENTIFIER = 500;

/** A charge that a page requests. */
export interface WantedCharge {
  attemptId: string;
  orderId: string;
  payment: CardPayment;
  wanted: Omit<WantedAttempt, 'via' | 'sentAt' | 'mayChargeUntil' | 'attemptId'>;
  token: ServiceToken;
  /** Called with the end of the attempt, once it is certain. */
  onEnd: (end: AttemptResult) => Promise<void>;
}

/** A charge whose attempt is stored as sent. */
interface OpenedCharge extends WantedCharge {
  sentAt: number;
  /** Throws if more time has passed since the attempt was opened. */
  assertWithin: (timeMs: number) => void;
}

/** A charge that this process is sending or has sent. */
interface SentCharge {
  orderId: string;
  /** Resolves once the end of the attempt is stored, or kept for the sweep. */
  ended: Promise<void>;
  /** The result, once there is one. A late result replaces an unconfirmed one. */
  result?: ChargeResult;
}

/** An attempt as its page names it. `orderId` and `session` are absent if they are unknown now. */
type NamedAttempt = Pick<AttemptRecord, 'attemptId'> & { orderId?: string; session: string | undefined };

/** Charges cards for pages, each attempt once. A page that repeats its request gets the same response. */
export class ChargeService {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<Response>>();
  readonly #underWay = new Map<string, SentCharge>();
  readonly #ended = new RecentMap<SentCharge>(MAX_KEPT);

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /**
   * Runs a charge of an attempt once, and shares its response with all requests for the same attempt that arrive meanwhile. Otherwise one
   * of them could be refused while another is charged.
   */
  async runOnce(attempt: NamedAttempt, run: () => Promise<Response>): Promise<Response> {
    const key = JSON.stringify([attempt.orderId, createKey(attempt)]);
    const running = this.#running.get(key) ?? run().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return (await running).clone();
  }

  /** Charges, if no other attempt may be charging. Rejects with the error of a step that failed before the charge was sent. */
  async charge(charge: WantedCharge): Promise<Response> {
    const { attemptId, orderId, wanted } = charge;
    const named = { orderId, attemptId, session: wanted.session };
    const known = this.#find(named);
    if (known && known.result?.status !== 'unconfirmed') return this.#respond(known);
    if (known) {
      // It was sent: the ledger may know more of it, but nothing is opened for it any more.
      const attempt = await this.#core.ledger.findAttempt(attemptId).catch(() => undefined);
      return attempt ? this.#repeat(attempt, wanted.session) : this.#respond(known);
    }
    const started = await this.#start(charge);
    return started instanceof Response ? started : this.#respond(started);
  }

  /** Opens the attempt and sends its charge, or responds why it does not. */
  async #start(charge: WantedCharge): Promise<Response | SentCharge> {
    const { link, orders, clock, report, closing } = this.#core;
    closing.requireOpen();
    const { attemptId, orderId } = charge;
    const { session, address } = charge.wanted;
    const limitMs = link.service.getLimitMs('card-payment');
    let countMs = clock.startTimer();
    let sentAt = clock.now();
    const prepare = () => {
      closing.requireOpen();
      // The work that may take long comes before the last try to open the attempt.
      countMs = clock.startTimer();
      return (now: number): WantedAttempt => {
        sentAt = now;
        // The last request, sent after a 401 or again under its key, may take as long as the first.
        return { ...charge.wanted, attemptId, via: 'relay', sentAt, mayChargeUntil: now + 2 * limitMs + CHARGE_MARGIN_MS };
      };
    };
    const result = await openChecked(this.#core, { orderId, trier: { session, address }, prepare }).catch(async (error: unknown) => {
      // The response to a commit may be lost: the attempt is then stored as sent although it was not sent. A refusal has opened nothing.
      if (!(error instanceof HttpRefusal))
        await orders.endReliably(orderId, attemptId, { state: 'failed', by: 'relay', opening: { session, sentAt } });
      return refuseConflict(error);
    });
    if (result.status === 'used') return this.#repeat(result.attempt, session);
    // The session differs only by its cookie: the browser has sent the request again before it had the cookie.
    if (result.status === 'busy' && result.holder?.attemptId === attemptId) return respondSentBefore();
    if (result.status !== 'granted') return respondBlocked(this.#core, result);
    orders.unwritten.forgetFailure(attemptId);
    report({ type: 'attempt-opened', orderId, attemptId, via: 'relay' });
    const assertWithin = (timeMs: number): void => {
      if (countMs() > timeMs) throw new CheckoutError('timeout', 'The time for this charge is over.');
    };
    return this.#send({ ...charge, sentAt, assertWithin });
  }

  /**
   * Responds about an attempt that was sent before: to its own session with the same result, else, or if the result is unknown, with 409. The
   * ledger may know the result of an attempt that is unconfirmed here.
   */
  async #repeat(attempt: AttemptRecord, session: string | undefined): Promise<Response> {
    const { state, identifier } = attempt;
    if (attempt.session !== session) return respondSentBefore();
    const known = this.#find(attempt);
    if (known && known.result?.status !== 'unconfirmed') return this.#respond(known);
    if (state === 'charged')
      return respondCharge(presentFields({ status: 'approved' as const, message: 'Pagamento aprovado.', identifier }));
    if (state === 'declined') return respondCharge({ status: 'declined', message: 'Pagamento recusado.' });
    return known ? this.#respond(known) : respondSentBefore();
  }

  /**
   * Responds about an attempt that this process is sending or has sent, even if the database cannot be reached. `undefined` if this process
   * has not sent it.
   */
  recall(attempt: NamedAttempt): Promise<Response> | undefined {
    const known = this.#find(attempt);
    return known && this.#respond(known);
  }

  /**
   * Responds to a page that may not charge, or whose order could not be found, if its attempt was already sent by this process or another
   * one: a refusal would not say that. Otherwise rejects with `error`. Only an attempt that was sent needs a session: nobody gets a new one
   * with a refusal.
   */
  async respondUnsent(
    { attemptId, orderId, findSession }: Pick<NamedAttempt, 'attemptId' | 'orderId'> & { findSession: () => Promise<string> },
    error: unknown,
  ): Promise<Response> {
    const known = await this.#core.ledger.findAttempt(attemptId).catch(() => 'unread' as const);
    const isSent = known !== 'unread' && known?.via === 'relay' && (orderId ?? known.orderId) === known.orderId;
    if (!isSent && known !== 'unread') throw error;
    const session = await findSession().catch(() => undefined);
    if (isSent && orderId !== undefined) return this.#repeat(known, session);
    const recalled = this.recall({ attemptId, session, ...presentFields({ orderId }) });
    if (recalled || isSent) return recalled ?? respondSentBefore();
    throw error;
  }

  /** Finds an attempt that this process is sending or has sent. */
  #find(attempt: NamedAttempt): SentCharge | undefined {
    const key = createKey(attempt);
    const known = this.#underWay.get(key) ?? this.#ended.get(key);
    return known && (attempt.orderId ?? known.orderId) === known.orderId ? known : undefined;
  }

  /** Waits until no charge is under way. */
  async waitForCharges(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay.values()].map(({ ended }) => ended));
  }

  /** The number of charges that are under way. */
  get underWayCount(): number {
    return this.#underWay.size;
  }

  /** Sends a charge. */
  #send(charge: OpenedCharge): SentCharge {
    const { attemptId, orderId, wanted } = charge;
    const key = createKey({ attemptId, session: wanted.session });
    const sent: SentCharge = { orderId, ended: Promise.resolve() };
    this.#underWay.set(key, sent);
    sent.ended = this.#finish(charge, sent).finally(() => {
      this.#underWay.delete(key);
      this.#ended.set(key, sent);
    });
    return sent;
  }

  /** Charges, and stores the end of the attempt: a late result still counts. */
  async #finish(
    { attemptId, orderId, payment, wanted, onEnd, token, sentAt, assertWithin }: OpenedCharge,
    sent: SentCharge,
  ): Promise<void> {
    const { link, orders } = this.#core;
    const service = link.createService(token, () => assertWithin(link.service.getLimitMs('card-payment')));
    const result = await processPayment(service, payment, { attemptId, orderId, beforeSend: () => assertWithin(LATEST_DEPARTURE_MS) });
    sent.result = result;
    if (result.status === 'unconfirmed' && result.late) sent.result = await result.late;
    const end = deriveEnd(sent.result, { session: wanted.session, sentAt });
    if (!end) return;
    // The page gets the result even if the database fails now.
    await orders.endReliably(orderId, attemptId, end);
    await onEnd(end).catch(() => undefined);
  }

  /** Responds with the result of a charge, or with 504 after the time limit. The shop's own work for the payment may take longer. */
  async #respond(sent: SentCharge): Promise<Response> {
    const limitMs = this.#core.link.service.getLimitMs('card-payment');
    await withTimeLimit(sent.ended, systemClock, limitMs).catch(() => undefined);
    return respondCharge(sent.result ?? { status: 'unconfirmed', error: new CheckoutError('timeout', 'No answer in time.') });
  }
}

/**
 * Creates a 409 response if nothing else is known here, or if nothing else may be revealed to this session. Its page then asks for the
 * result of the attempt.
 */
export function respondSentBefore(): Response {
  return respondProblem(409, 'This attempt was sent before.');
}

/** Creates the key of an attempt in the memory of this process. */
function createKey({ attemptId, session }: NamedAttempt): string {
  return JSON.stringify([attemptId, session]);
}

/** Creates the response to a page that may not charge now. */
export function respondBlocked({ limiter }: ShopCore, result: Exclude<OpenResult, { status: 'granted' | 'used' }>): Response {
  switch (result.status) {
    case 'paid':
    case 'closed':
      return respondNotSent({ closed: result.status });
    case 'limited':
      return limiter.refuse(result.limit ?? 'chargesPerOrder', result.retryAfterMs).toResponse();
    case 'busy':
      return respondNotSent({ closed: 'busy', retryAfter: Math.ceil(result.retryAfterMs / 1000) });
  }
}

/** Derives the end of an attempt from the result of its charge. An unconfirmed attempt has not ended. */
function deriveEnd(result: ChargeResult, opening: AttemptResult['opening']): AttemptResult | undefined {
  switch (result.status) {
    case 'approved': {
      const identifier = isStorable(result.identifier) ? result.identifier : undefined;
      return presentFields({ state: 'charged' as const, by: 'relay' as const, identifier });
    }
    case 'declined':
      return { state: 'declined', by: 'relay' };
    case 'failed':
      return { state: 'failed', by: 'relay', ...(!result.sent && presentFields({ opening })) };
    case 'unconfirmed':
      return undefined;
  }
}

/** Returns whether a database accepts an identifier as text. An approval counts without its identifier. */
function isStorable(identifier: string | undefined): boolean {
  return identifier !== undefined && identifier.length <= LONGEST_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(identifier);
}
