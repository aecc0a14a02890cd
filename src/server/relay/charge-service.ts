import { readCharge } from '../../client/cards/read-charge.js';
import { isTokenRefused, sendUntilAnswered, sendWithTokens } from '../../client/cards/resend-charge.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardPayment } from '../../domain/payment.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { CHARGE_MARGIN_MS, refuseConflict } from '../endpoints/guards.js';
import type { EndpointCall } from '../http/endpoint.js';
import { respondJson } from '../http/response.js';
import type { AttemptNews } from '../orders/end-attempt.js';
import { type OpenAnswer, openAttempt, type WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptRecord, Decision, OrderRecord } from '../orders/order-record.js';
import type { ServiceLink, ServiceRequest } from '../service-link.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import { passOn, respondLost, respondNotSent } from './relay-response.js';

/** A charge that is written down as sent for longer than this before it leaves is not sent any more, ms: this process was held up, and others may have been told. */
const LATEST_DEPARTURE_MS = 10_000;

/** Answers that are kept for pages that ask again. */
const MAX_KEPT = 1000;

/** What a charge is made of, beside what is sent. */
export interface WantedCharge extends Omit<ChargeToSend, 'token' | 'mayLeave'> {
  orderId: string;
  wanted: Omit<WantedAttempt, 'via' | 'sentAt' | 'mayChargeUntil' | 'attemptId'>;
  /** Called once it is known whether the card was declined. */
  onEnd: (end: AttemptNews) => Promise<void>;
}

/** An attempt as its page names it; without `orderId` or `session` where nobody can say them now. */
export type NamedAttempt = Pick<AttemptRecord, 'attemptId'> & { orderId?: string; session: string | undefined };

/** An order, and what is known of a charge of it. */
type OfOrder<T> = T & Pick<AttemptRecord, 'orderId'>;

/** Charges cards for pages, each attempt once: whoever names it again gets the same answer. */
export class ChargeDesk {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<Response>>();
  readonly #underWay = new Map<string, OfOrder<{ sending: Promise<SentCharge> }>>();
  readonly #answers = new Map<string, OfOrder<SentCharge>>();

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /** Runs what charges for an attempt, once for all who name it meanwhile, who get the same answer: one may be refused what is charged for the other. */
  async runOnce(attempt: NamedAttempt, run: () => Promise<Response>): Promise<Response> {
    const key = JSON.stringify([attempt.orderId, createKey(attempt)]);
    const running = this.#running.get(key) ?? run().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return (await running).clone();
  }

  /** Charges, if nobody else may be charging. Rejects with what went wrong before anything was sent. */
  async charge(charge: WantedCharge): Promise<Response> {
    const named = { orderId: charge.orderId, attemptId: charge.attemptId, session: charge.wanted.session };
    const key = createKey(named);
    const token = await this.#core.link.getToken('card-payment', { orderId: charge.orderId, attemptId: charge.attemptId });
    const answered = this.recall(named);
    if (answered) return answered;
    const started = await this.#start(charge, token, key);
    return 'sending' in started ? this.#answerInTime(started.sending, key) : started;
  }

  /** Opens the attempt and lets it leave, or responds why not. */
  async #start(charge: WantedCharge, token: ServiceToken, key: string): Promise<Response | { sending: Promise<SentCharge> }> {
    const { link, limits, orders, clock, report } = this.#core;
    const { attemptId, orderId } = charge;
    const limitMs = link.limitMs('card-payment');
    const countMs = clock.startTimer();
    let sentAt = clock.now();
    const open = (order: OrderRecord, now: number): Decision<OpenAnswer> => {
      sentAt = now;
      // What leaves last, after a 401 or once more under its key, may take as long as any charge.
      const wanted = { ...charge.wanted, attemptId, via: 'relay', sentAt, mayChargeUntil: now + 2 * limitMs + CHARGE_MARGIN_MS } as const;
      return openAttempt(order, wanted, now, limits.chargesPerOrder);
    };
    const endUnsent = (): Promise<void> =>
      orders.endSurely(orderId, attemptId, { state: 'failed', by: 'relay', opening: { session: charge.wanted.session, sentAt } });
    const answer = await orders.change(orderId, open).catch(async (error: unknown) => {
      // The answer to a commit may be lost: then it is written down as sent, and was not.
      await endUnsent();
      return refuseConflict(error);
    });
    if (answer.status === 'used') return this.repeat(answer.attempt);
    // Of another session only by its cookie: the browser has sent it again before it had one.
    if (answer.status === 'busy' && answer.holder?.attemptId === attemptId) return respondSentBefore();
    if (answer.status !== 'granted') return respondBlocked(this.#core, answer);
    orders.forgetFailure(attemptId);
    report({ type: 'attempt-opened', orderId, attemptId, via: 'relay' });
    if (countMs() > LATEST_DEPARTURE_MS) {
      await endUnsent();
      return respondNotSent({ closed: 'busy', retryAfter: 5 });
    }
    const sending = this.#send({ ...charge, token, mayLeave: () => countMs() <= limitMs }, charge).finally(() =>
      this.#underWay.delete(key),
    );
    this.#underWay.set(key, { orderId, sending });
    return { sending };
  }

  /** What becomes of an attempt that was sent before, for its own session: the same answer, or word that nobody knows. */
  async repeat(attempt: AttemptRecord): Promise<Response> {
    const { state, identifier } = attempt;
    const recalled = this.#recallAnswer(attempt);
    if (recalled) return recalled;
    if (state === 'charged' && identifier !== undefined) return respondJson({ success: true, message: 'Pagamento aprovado.', identifier });
    if (state === 'declined') return respondJson({ success: false, message: 'Pagamento recusado.' }, { status: 402 });
    return respondSentBefore();
  }

  /**
   * What this process knows of an attempt that it has sent, whether or not the database can be reached now: the service's answer, or that none
   * came. `undefined` where it sent none.
   */
  recall(attempt: NamedAttempt): Promise<Response> | undefined {
    return this.#recallAnswer(attempt) ?? (this.#find(attempt) && Promise.resolve(respondSentBefore()));
  }

  /** What a page reads whose order could not be read: that its attempt was sent, by this process or another. Rejects with `error` otherwise. */
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

  /** Waits until nothing is under way. */
  async settleDown(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()].map(({ sending }) => sending));
  }

  async #send(toSend: ChargeToSend, charge: WantedCharge): Promise<SentCharge> {
    const { link, orders } = this.#core;
    const { orderId, attemptId } = charge;
    const sent = await sendCharge(link, toSend);
    keep(this.#answers, createKey({ attemptId, session: charge.wanted.session }), { orderId, ...sent });
    if (!sent.end) return sent;
    // Whatever the database says now, the service's answer goes to the page.
    await orders.endSurely(orderId, attemptId, sent.end);
    await charge.onEnd(sent.end).catch(() => undefined);
    return sent;
  }

  async #answerInTime(sending: Promise<SentCharge>, key: string): Promise<Response> {
    const limitMs = this.#core.link.limitMs('card-payment');
    try {
      const { response } = await withTimeLimit(
        sending,
        systemClock,
        limitMs,
        new CheckoutError('timeout', 'The service gave no answer in time.'),
      );
      return response ? passOn(response) : respondLost();
    } catch {
      // What the shop does with a payment may take longer than the service took for its answer.
      const response = this.#answers.get(key)?.response;
      return response ? passOn(response) : respondJson({ message: 'The service gave no answer in time.' }, { status: 504 });
    }
  }
}

/** That it was sent is all that is known here, or all that this session may know: its page asks what became of it. */
export function respondSentBefore(): Response {
  return respondJson({ message: 'This attempt was sent before.' }, { status: 409 });
}

/** What an attempt is remembered by in this process. */
function createKey({ attemptId, session }: NamedAttempt): string {
  return JSON.stringify([attemptId, session]);
}

/** What a page reads that is not to charge now. */
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

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest = ''] = map.keys();
  if (map.size > MAX_KEPT) map.delete(oldest);
}

/** An index of PostgreSQL takes no text that is much longer. */
const LONGEST_IDENTIFIER = 500;

/** A charge that is written down as sent, and is sent now. */
export interface ChargeToSend {
  attemptId: string;
  request: ServiceRequest;
  /** Its card, whose digits no word of the service may bring back. */
  card: CardPayment['card'];
  token: ServiceToken;
  /** Whether it may still leave: from some time on others may have been told that it was not charged. */
  mayLeave: () => boolean;
}

/** What came of a charge: how it ended where that is certain, and the response to pass on where there is one. */
export interface SentCharge {
  end: AttemptNews | undefined;
  response: HttpResponse | undefined;
}

/**
 * Sends a charge once; a second time after a 401, which was not carried out (it says nothing where tokens serve one request), and again by its key
 * where the profile says that the service knows a repeated one. Never rejects. It has no time limit of its own: an answer that comes late still
 * counts.
 */
export async function sendCharge(link: ServiceLink, { attemptId, request, card, token, mayLeave }: ChargeToSend): Promise<SentCharge> {
  const responses = new WeakMap<ChargeResult, HttpResponse>();
  const sendOnce = async (used: ServiceToken = token): Promise<ChargeResult> => {
    try {
      const response = await link.send(request, used);
      const result = readCharge(response, link.profile, card);
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
    const send = sendWithTokens(sendOnce, used, { isSingleUse: token.singleUse === true, renew });
    return link.profile.idempotency ? sendAgain(link, send) : send();
  };
  const first = await charge(token);
  const renewed = !link.profile.idempotency && isTokenRefused(first) ? await renew(token).catch(() => undefined) : undefined;
  const result = renewed ? await charge(renewed) : first;
  return { end: readEnd(result), response: responses.get(result) };
}

async function sendAgain(link: ServiceLink, send: () => Promise<ChargeResult>): Promise<ChargeResult> {
  const waiting = new AbortController();
  const limitMs = link.limitMs('card-payment');
  const late = sendUntilAnswered(send, { clock: systemClock, limitMs, ended: waiting.signal, isOffline: () => false });
  return waitAtMost(() => late, { limitMs }).catch(() => {
    // From now on nothing is sent again, and the card is let go; what was sent is still awaited.
    waiting.abort();
    return late;
  });
}

/** How an attempt ended by the service's own answer. What is unconfirmed has not ended. */
function readEnd(result: ChargeResult): AttemptNews | undefined {
  switch (result.status) {
    case 'approved':
      return { state: 'charged', by: 'relay', ...(isStorable(result.identifier) && { identifier: result.identifier }) };
    case 'declined':
      return { state: 'declined', by: 'relay' };
    case 'failed':
      return { state: 'failed', by: 'relay' };
    case 'unconfirmed':
      return undefined;
  }
}

/** Whether a database takes an identifier as text. The approval stands without it. */
function isStorable(identifier: string | undefined): identifier is string {
  return identifier !== undefined && identifier.length <= LONGEST_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(identifier);
}
