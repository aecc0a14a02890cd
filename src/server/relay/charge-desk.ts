import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { systemClock } from '../../client/system-clock.js';
import type { EndpointCall } from '../http/endpoint.js';
import { respondJson } from '../http/respond.js';
import { openAttempt, type OpenAnswer, type WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptNews } from '../orders/end-attempt.js';
import type { AttemptRecord, Decision, OrderRecord } from '../orders/order-record.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import { CHARGE_MARGIN_MS, refuseConflict } from '../endpoints/guards.js';
import { sendCharge, type ChargeToSend, type SentCharge } from './charge-relay.js';
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
