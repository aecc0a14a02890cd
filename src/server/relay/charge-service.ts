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
import { CHARGE_MARGIN_MS, refuseConflict } from '../endpoints/guards.js';
import type { EndpointCall } from '../http/endpoint.js';
import { respondJson, respondProblem } from '../http/response.js';
import type { AttemptResult } from '../orders/end-attempt.js';
import { openAttempt, type OpenAnswer, type WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptRecord, Decision, OrderRecord } from '../orders/order-record.js';
import { RecentMap } from '../recent-map.js';
import type { ServiceLink } from '../service-link.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import { passOn, respondLost, respondNotSent } from './relay-response.js';

/** A charge that was written down as sent longer ago than this is not sent any more, ms: this process was held up, and others may have been informed. */
const LATEST_DEPARTURE_MS = 10_000;

/** The most answers that are kept for pages that ask again. */
const MAX_KEPT = 1000;

/** An index of PostgreSQL accepts no text that is much longer. */
const LONGEST_IDENTIFIER = 500;

/** A charge that a page asks for. */
export interface WantedCharge {
  attemptId: string;
  orderId: string;
  call: ServiceCall;
  /** Its card, whose digits must not be in any word of the service. */
  card: CardPayment['card'];
  wanted: Omit<WantedAttempt, 'via' | 'sentAt' | 'mayChargeUntil' | 'attemptId'>;
  /** Called once it is known whether the card was declined. */
  onEnd: (end: AttemptResult) => Promise<void>;
}

/** The result of a charge: its end where that is certain, and the response to pass on where there is one. */
interface SentCharge {
  end: AttemptResult | undefined;
  response: HttpResponse | undefined;
}

/** An attempt as its page names it; without `orderId` or `session` where they are unknown now. */
type NamedAttempt = Pick<AttemptRecord, 'attemptId'> & { orderId?: string; session: string | undefined };

/** Data about a charge of an order. */
type OfOrder<T> = T & Pick<AttemptRecord, 'orderId'>;

/** Charges cards for pages, each attempt once: a page that names it again gets the same answer. */
export class ChargeService {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<Response>>();
  readonly #underWay = new Map<string, OfOrder<{ sending: Promise<SentCharge> }>>();
  readonly #answers = new RecentMap<OfOrder<SentCharge>>(MAX_KEPT);

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /** Charges for an attempt by `run`, once for all requests that name it meanwhile. They get the same answer: otherwise one could be refused what is charged for the other. */
  async runOnce(attempt: NamedAttempt, run: () => Promise<Response>): Promise<Response> {
    const key = JSON.stringify([attempt.orderId, createKey(attempt)]);
    const running = this.#running.get(key) ?? run().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return (await running).clone();
  }

  /** Charges, if no other attempt may be charging. Rejects with the error of whatever failed before the charge was sent. */
  async charge(charge: WantedCharge): Promise<Response> {
    const { attemptId, orderId, wanted } = charge;
    const named = { orderId, attemptId, session: wanted.session };
    const token = await this.#core.link.getToken('card-payment', { orderId, attemptId });
    const answered = this.recall(named);
    if (answered) return answered;
    const started = await this.#start(charge, token);
    return 'sending' in started ? this.#answerInTime(started.sending, createKey(named)) : started;
  }

  /** Opens the attempt and sends it, or responds why not. */
  async #start(charge: WantedCharge, token: ServiceToken): Promise<Response | { sending: Promise<SentCharge> }> {
    const { link, limits, orders, clock, report } = this.#core;
    const { attemptId, orderId } = charge;
    const { session } = charge.wanted;
    const limitMs = link.limitMs('card-payment');
    const countMs = clock.startTimer();
    let sentAt = clock.now();
    const open = (order: OrderRecord, now: number): Decision<OpenAnswer> => {
      sentAt = now;
      // The last request, after a 401 or once more under its key, may take as long as any charge.
      const wanted = { ...charge.wanted, attemptId, via: 'relay', sentAt, mayChargeUntil: now + 2 * limitMs + CHARGE_MARGIN_MS } as const;
      return openAttempt(order, wanted, now, limits.chargesPerOrder);
    };
    const endUnsent = (): Promise<void> =>
      orders.endReliably(orderId, attemptId, { state: 'failed', by: 'relay', opening: { session, sentAt } });
    const answer = await orders.change(orderId, open).catch(async (error: unknown) => {
      // The answer to a commit may be lost: then it is written down as sent, and was not.
      await endUnsent();
      return refuseConflict(error);
    });
    if (answer.status === 'used') return this.repeat(answer.attempt);
    // Another session only by its cookie: the browser has sent the request again before it had one.
    if (answer.status === 'busy' && answer.holder?.attemptId === attemptId) return respondSentBefore();
    if (answer.status !== 'granted') return respondBlocked(this.#core, answer);
    orders.forgetFailure(attemptId);
    report({ type: 'attempt-opened', orderId, attemptId, via: 'relay' });
    if (countMs() > LATEST_DEPARTURE_MS) {
      await endUnsent();
      return respondNotSent({ closed: 'busy', retryAfter: 5 });
    }
    const key = createKey({ attemptId, session });
    const sending = this.#send(charge, token, () => countMs() <= limitMs).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { orderId, sending });
    return { sending };
  }

  /** The response about an attempt that was sent before, for its session: the same answer, or that its end is unknown. */
  async repeat(attempt: AttemptRecord): Promise<Response> {
    const { state, identifier } = attempt;
    const recalled = this.#recallAnswer(attempt);
    if (recalled) return recalled;
    if (state === 'charged' && identifier !== undefined) return respondJson({ success: true, message: 'Pagamento aprovado.', identifier });
    if (state === 'declined') return respondJson({ success: false, message: 'Pagamento recusado.' }, { status: 402 });
    return respondSentBefore();
  }

  /**
   * The response of this process about an attempt that it has sent, whether or not the database can be reached now: the service's answer, or that
   * there is none. `undefined` where it sent none.
   */
  recall(attempt: NamedAttempt): Promise<Response> | undefined {
    return this.#recallAnswer(attempt) ?? (this.#find(attempt) && Promise.resolve(respondSentBefore()));
  }

  /** The response to a page whose order could not be read: that its attempt was sent, by this process or another. Rejects with `error` otherwise. */
  async answerUnread(attemptId: string, call: Pick<EndpointCall, 'session'>, error: unknown): Promise<Response> {
    const isSent = await this.#core.ledger.findAttempt(attemptId).then(
      (known) => known?.via === 'relay',
      () => undefined,
    );
    if (isSent === false) throw error;
    const recalled = this.recall({ attemptId, session: await call.session().catch(() => undefined) });
    if (recalled || isSent) return recalled ?? respondSentBefore();
    throw error;
  }

  #recallAnswer(attempt: NamedAttempt): Promise<Response> | undefined {
    const known = this.#find(attempt);
    if (known && 'sending' in known) return this.#answerInTime(known.sending, createKey(attempt));
    return known?.response && Promise.resolve(passOn(known.response));
  }

  #find(attempt: NamedAttempt): OfOrder<SentCharge | { sending: Promise<SentCharge> }> | undefined {
    const key = createKey(attempt);
    const known = this.#underWay.get(key) ?? this.#answers.get(key);
    return known && (attempt.orderId ?? known.orderId) === known.orderId ? known : undefined;
  }

  /** Waits until no charge is under way. */
  async waitForCharges(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()].map(({ sending }) => sending));
  }

  async #send(charge: WantedCharge, token: ServiceToken, mayLeave: () => boolean): Promise<SentCharge> {
    const { link, orders } = this.#core;
    const { orderId, attemptId } = charge;
    const sent = await sendCharge(link, charge, token, mayLeave);
    this.#answers.set(createKey({ attemptId, session: charge.wanted.session }), { orderId, ...sent });
    if (!sent.end) return sent;
    // The page gets the service's answer even if the database fails now.
    await orders.endReliably(orderId, attemptId, sent.end);
    await charge.onEnd(sent.end).catch(() => undefined);
    return sent;
  }

  async #answerInTime(sending: Promise<SentCharge>, key: string): Promise<Response> {
    const late = new CheckoutError('timeout', 'The service gave no answer in time.');
    try {
      const { response } = await withTimeLimit(sending, systemClock, this.#core.link.limitMs('card-payment'), late);
      return response ? passOn(response) : respondLost();
    } catch {
      // The shop's own work with a payment may take longer than the service took for its answer.
      const response = this.#answers.get(key)?.response;
      return response ? passOn(response) : respondProblem(504, late.message);
    }
  }
}

/** Only this is known here, or only this may be revealed to this session: its page asks what became of the attempt. */
export function respondSentBefore(): Response {
  return respondProblem(409, 'This attempt was sent before.');
}

/** The key of an attempt in the memory of this process. */
function createKey({ attemptId, session }: NamedAttempt): string {
  return JSON.stringify([attemptId, session]);
}

/** The response to a page that may not charge now. */
export function respondBlocked({ limiter }: ShopCore, answer: Exclude<OpenAnswer, { status: 'granted' | 'used' }>): Response {
  switch (answer.status) {
    case 'paid':
    case 'closed':
      return respondNotSent({ closed: answer.status });
    case 'limited':
      return limiter.refuse('chargesPerOrder', answer.retryAfterMs).toResponse();
    case 'busy':
      return respondNotSent({ closed: 'busy', retryAfter: Math.ceil(answer.retryAfterMs / 1000) });
  }
}

/**
 * Sends a charge once; a second time after a 401, which means that it was not carried out (unless tokens serve one request), and again by its key
 * where the profile says that the service recognizes a repeated charge. Never rejects. It has no time limit: a late answer still counts.
 *
 * @param mayLeave False once others may have been informed that it was not charged: then it is not sent again with another token.
 */
async function sendCharge(
  link: ServiceLink,
  { attemptId, call, card }: WantedCharge,
  token: ServiceToken,
  mayLeave: () => boolean,
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
    if (mayLeave()) return renewed;
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

async function sendAgain(link: ServiceLink, send: () => Promise<ChargeResult>): Promise<ChargeResult> {
  const waiting = new AbortController();
  const limitMs = link.limitMs('card-payment');
  const late = sendUntilAnswered(send, { clock: systemClock, limitMs, ended: waiting.signal, isOffline: () => false });
  return waitAtMost(() => late, { limitMs }).catch(() => {
    // From now on nothing is sent again, and the card is released; the answers to what was sent are still awaited.
    waiting.abort();
    return late;
  });
}

/** The end of an attempt by the service's own answer. An unconfirmed one has not ended. */
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

/** True for an identifier that a database accepts as text. The approval counts without it. */
function isStorable(identifier: string | undefined): boolean {
  return identifier !== undefined && identifier.length <= LONGEST_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(identifier);
}
