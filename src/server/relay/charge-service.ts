import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardPayment } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { parseChargeResponse } from '../../client/cards/charge-response.js';
import { isTokenRefused, sendUntilAnswered, withTokenRenewal } from '../../client/cards/resend-charge.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import type { ServiceCall } from '../../client/service.js';
import { systemClock } from '../../client/system-clock.js';
import { CHARGE_MARGIN_MS, openChecked, refuseConflict } from '../endpoints/guards.js';
import { HttpRefusal, respondJson, respondProblem } from '../http/response.js';
import type { AttemptResult } from '../orders/end-attempt.js';
import type { OpenResult, WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptRecord } from '../orders/order-record.js';
import { RecentMap } from '../recent-map.js';
import type { ServiceLink } from '../service-link.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import { passOn, respondLost, respondNotSent } from './relay-response.js';

/**
 * The longest time between recording a charge as sent and sending it, ms. A charge that was held up for longer is not sent, since others
 * may have been informed that it was not charged.
 */
const LATEST_DEPARTURE_MS = 10_000;

/** The number of responses that are kept for pages that repeat their request. */
const MAX_KEPT = 1000;

/** The longest identifier that is stored, characters: an index of PostgreSQL accepts no text that is much longer. */
const LONGEST_IDENTIFIER = 500;

/** A charge that a page requests. */
export interface WantedCharge {
  attemptId: string;
  orderId: string;
  call: ServiceCall;
  /** The card, whose digits must not appear in any text of the service. */
  card: CardPayment['card'];
  wanted: Omit<WantedAttempt, 'via' | 'sentAt' | 'mayChargeUntil' | 'attemptId'>;
  token: ServiceToken;
  /** Called with the result, once it is certain. */
  onEnd: (end: AttemptResult) => Promise<void>;
}

/** The result of a charge: its end, if it is certain, and the response to pass on, if there is one. */
interface SentCharge {
  end: AttemptResult | undefined;
  response: HttpResponse | undefined;
}

/** An attempt as its page names it. `orderId` and `session` are absent if they are unknown now. */
type NamedAttempt = Pick<AttemptRecord, 'attemptId'> & { orderId?: string; session: string | undefined };

/** Data about a charge of an order. */
type OfOrder<T> = T & Pick<AttemptRecord, 'orderId'>;

/** Charges cards for pages, each attempt once. A page that repeats its request gets the same response. */
export class ChargeService {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<Response>>();
  readonly #underWay = new Map<string, OfOrder<{ sending: Promise<SentCharge> }>>();
  readonly #sentCharges = new RecentMap<OfOrder<SentCharge>>(MAX_KEPT);

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
    const recalled = this.recall(named);
    if (recalled) return recalled;
    const started = await this.#start(charge);
    return 'sending' in started ? this.#respondInTime(started.sending, createKey(named)) : started;
  }

  /** Opens the attempt and sends its charge, or responds why it does not. */
  async #start(charge: WantedCharge): Promise<Response | { sending: Promise<SentCharge> }> {
    const { link, orders, clock, report, closing } = this.#core;
    closing.requireOpen();
    const { attemptId, orderId } = charge;
    const { session, address } = charge.wanted;
    const limitMs = link.limitMs('card-payment');
    let countMs = clock.startTimer();
    let sentAt = clock.now();
    const prepare = () => {
      closing.requireOpen();
      // What may take long comes before the last try to open the attempt.
      countMs = clock.startTimer();
      return (now: number): WantedAttempt => {
        sentAt = now;
        // The last request, sent after a 401 or again under its key, may take as long as the first.
        return { ...charge.wanted, attemptId, via: 'relay', sentAt, mayChargeUntil: now + 2 * limitMs + CHARGE_MARGIN_MS };
      };
    };
    const endUnsent = (): Promise<void> =>
      orders.endReliably(orderId, attemptId, { state: 'failed', by: 'relay', opening: { session, sentAt } });
    const result = await openChecked(this.#core, { orderId, trier: { session, address }, prepare }).catch(async (error: unknown) => {
      // The response to a commit may be lost: the attempt is then stored as sent although it was not sent. A refusal has opened nothing.
      if (!(error instanceof HttpRefusal)) await endUnsent();
      return refuseConflict(error);
    });
    if (result.status === 'used') return this.#repeat(result.attempt, session);
    // The session differs only by its cookie: the browser has sent the request again before it had the cookie.
    if (result.status === 'busy' && result.holder?.attemptId === attemptId) return respondSentBefore();
    if (result.status !== 'granted') return respondBlocked(this.#core, result);
    orders.unwritten.forgetFailure(attemptId);
    report({ type: 'attempt-opened', orderId, attemptId, via: 'relay' });
    if (countMs() > LATEST_DEPARTURE_MS) {
      await endUnsent();
      return respondNotSent({ closed: 'busy', retryAfter: 5 });
    }
    const key = createKey({ attemptId, session });
    const sending = this.#send(charge, () => countMs() <= limitMs).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { orderId, sending });
    return { sending };
  }

  /** Responds about an attempt that was sent before: to its own session with the same result, else with 409. */
  async #repeat(attempt: AttemptRecord, session: string | undefined): Promise<Response> {
    const { state, identifier } = attempt;
    if (attempt.session !== session) return respondSentBefore();
    const recalled = this.#recallResponse(attempt);
    if (recalled) return recalled;
    if (state === 'charged' && identifier !== undefined) return respondJson({ success: true, message: 'Pagamento aprovado.', identifier });
    if (state === 'declined') return respondJson({ success: false, message: 'Pagamento recusado.' }, { status: 402 });
    return respondSentBefore();
  }

  /**
   * Responds about an attempt that this process has sent, even if the database cannot be reached: with the service's response, or with 409
   * if there was none. `undefined` if this process has not sent the attempt.
   */
  recall(attempt: NamedAttempt): Promise<Response> | undefined {
    return this.#recallResponse(attempt) ?? (this.#find(attempt) && Promise.resolve(respondSentBefore()));
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

  /** Responds with the service's response to an attempt that this process is sending or has sent; `undefined` if there is none. */
  #recallResponse(attempt: NamedAttempt): Promise<Response> | undefined {
    const known = this.#find(attempt);
    if (known && 'sending' in known) return this.#respondInTime(known.sending, createKey(attempt));
    return known?.response && Promise.resolve(passOn(known.response));
  }

  /** Finds an attempt that this process is sending or has sent. */
  #find(attempt: NamedAttempt): OfOrder<SentCharge | { sending: Promise<SentCharge> }> | undefined {
    const key = createKey(attempt);
    const known = this.#underWay.get(key) ?? this.#sentCharges.get(key);
    return known && (attempt.orderId ?? known.orderId) === known.orderId ? known : undefined;
  }

  /** Waits until no charge is under way. */
  async waitForCharges(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay.values()].map(({ sending }) => sending));
  }

  /** The number of charges that are under way. */
  get underWayCount(): number {
    return this.#underWay.size;
  }

  /** Sends a charge, keeps its response, and records its end. */
  async #send(charge: WantedCharge, maySendAgain: () => boolean): Promise<SentCharge> {
    const { link, orders } = this.#core;
    const { orderId, attemptId } = charge;
    const sent = await sendCharge(link, charge, maySendAgain);
    this.#sentCharges.set(createKey({ attemptId, session: charge.wanted.session }), { orderId, ...sent });
    if (!sent.end) return sent;
    // The page gets the service's response even if the database fails now.
    await orders.endReliably(orderId, attemptId, sent.end);
    await charge.onEnd(sent.end).catch(() => undefined);
    return sent;
  }

  /** Responds with the service's response to a charge, or with 504 after the time limit. */
  async #respondInTime(sending: Promise<SentCharge>, key: string): Promise<Response> {
    const late = new CheckoutError('timeout', 'The service gave no answer in time.');
    try {
      const { response } = await withTimeLimit(sending, systemClock, this.#core.link.limitMs('card-payment'), late);
      return response ? passOn(response) : respondLost();
    } catch {
      // The shop's own work for the payment may take too long although the service responded in time.
      const response = this.#sentCharges.get(key)?.response;
      return response ? passOn(response) : respondProblem(504, late.message);
    }
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

/**
 * Sends a charge. After a 401 it is sent again with a new token: a 401 means that the charge was not executed, unless tokens serve one
 * request. If the profile says that the service recognizes a repeated charge, it is sent again under its key. Never rejects, and has no
 * time limit: a late response still counts.
 *
 * @param maySendAgain Returns `false` once others may have been informed that nothing was charged. The charge is then not sent again with a
 * new token.
 */
async function sendCharge(
  link: ServiceLink,
  { attemptId, call, card, token }: WantedCharge,
  maySendAgain: () => boolean,
): Promise<SentCharge> {
  const responses = new WeakMap<ChargeResult, HttpResponse>();
  const sendOnce = async (used: ServiceToken = token): Promise<ChargeResult> => {
    try {
      const response = await link.send(call, used);
      const result = parseChargeResponse(response, link.profile, card);
      responses.set(result, response);
      return result;
    } catch (error) {
      return { status: 'unconfirmed', error: isCheckoutError(error) ? error : new CheckoutError('network', 'The request broke.') };
    }
  };
  const renew = async (rejected: ServiceToken): Promise<ServiceToken> => {
    const renewed = await link.getToken('card-payment', { rejected: rejected.token, attemptId });
    if (maySendAgain()) return renewed;
    throw new CheckoutError('timeout', 'The time for this charge is over.');
  };
  const charge = (used: ServiceToken): Promise<ChargeResult> => {
    const send = withTokenRenewal(sendOnce, used, { isSingleUse: token.singleUse === true, renew });
    return link.profile.idempotency ? sendAgain(link, send) : send();
  };
  const first = await charge(token);
  const renewed = !link.profile.idempotency && isTokenRefused(first) ? await renew(token).catch(() => undefined) : undefined;
  const result = renewed ? await charge(renewed) : first;
  return { end: deriveEnd(result), response: responses.get(result) };
}

/** Sends a charge, and sends it again under its key until there is a response or the time limit ends. */
async function sendAgain(link: ServiceLink, send: () => Promise<ChargeResult>): Promise<ChargeResult> {
  const waiting = new AbortController();
  const limitMs = link.limitMs('card-payment');
  const late = sendUntilAnswered(send, { clock: systemClock, limitMs, ended: waiting.signal, isOffline: () => false });
  return waitAtMost(() => late, { limitMs }).catch(() => {
    // From now on nothing is sent again, and the card is released. The responses to earlier requests are still awaited.
    waiting.abort();
    return late;
  });
}

/** Derives the end of an attempt from the service's response. An unconfirmed attempt has not ended. */
function deriveEnd(result: ChargeResult): AttemptResult | undefined {
  switch (result.status) {
    case 'approved': {
      const identifier = isStorable(result.identifier) ? result.identifier : undefined;
      return presentFields({ state: 'charged' as const, by: 'relay' as const, identifier });
    }
    case 'declined':
    case 'failed':
      return { state: result.status, by: 'relay' };
    case 'unconfirmed':
      return undefined;
  }
}

/** Returns whether a database accepts an identifier as text. An approval counts without its identifier. */
function isStorable(identifier: string | undefined): boolean {
  return identifier !== undefined && identifier.length <= LONGEST_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(identifier);
}
