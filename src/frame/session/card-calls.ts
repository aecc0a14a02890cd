import type { PageMessage, PageMessageOf } from '../../channel/page-message.js';
import { detectBrand } from '../../domain/card/brands.js';
import { keepDigits } from '../../domain/card/digits.js';
import { parseExpiration } from '../../domain/card/expiration.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { amountFromCents } from '../../domain/money.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardData, CardPayment } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import type { CardFields } from '../fields/card-fields.js';
import { carryError, carryResult } from './carry-over.js';
import { Entry, type Exchange } from './entry.js';
import type { Send } from './reports.js';
import type { Call, ServiceCalls } from './service-calls.js';
import { Turns, type Turn } from './turns.js';

/** What calls are made of. */
export interface CardCallsOptions {
  fields: CardFields;
  service: ServiceCalls;
  clock: Clock;
  send: Send;
}

/** The error of a call that needs a whole card which was not charged yet. */
function createEntryError(): CheckoutError {
  return new CheckoutError('invalid-input', 'The fields hold no card that can be charged: it has to be typed, or typed anew.');
}

/** The calls of the service that a page may ask for: each in its turn, once, and before its time is over. */
export class CardCalls {
  readonly #options: CardCallsOptions;
  readonly #turns: Turns;
  readonly #entry = new Entry();
  /** Takes the token that the running call waits for. */
  #takeToken: ((token: string | null) => void) | undefined;
  #runningId: string | undefined;
  /** The cards that were sent, each until its last answer has come. */
  readonly #sent = new Set<CardData>();

  constructor(options: CardCallsOptions) {
    this.#options = options;
    this.#turns = new Turns(options.clock);
  }

  /** What was typed of cards that were sent and whose last answer has not come: the fields may hold something else by now. */
  get sentTexts(): string[] {
    return [...this.#sent].map(({ number }) => number);
  }

  /** To be called with each event by which the text of a field may have changed. */
  handleInput(event: Event): void {
    this.#entry.handleEvent(event);
  }

  /** To be called when all fields were emptied. */
  clear(): void {
    this.#entry.clear();
  }

  /** Returns whether a message is in turn. What becomes of it is sent later. */
  handle(message: PageMessage): boolean {
    switch (message.type) {
      case 'prepare':
        return this.#prepare(message);
      case 'go': {
        const turn = this.#turns.beginCharge(message.id, message.cardId, message.deadline);
        return this.#run(turn, message.token, (call) => this.#charge(call, message));
      }
      case 'tokenize': {
        const turn = this.#turns.beginCall(message.id, message.deadline);
        return this.#run(turn, message.token, (call) => this.#tokenize(call, message));
      }
      case 'delete': {
        const turn = this.#turns.beginCall(message.id, message.deadline);
        return this.#run(turn, message.token, (call) => this.#delete(call, message.cardId));
      }
      case 'token':
        return this.#handleToken(message);
      default:
        return false;
    }
  }

  #prepare({ id, cardId }: PageMessageOf<'prepare'>): boolean {
    if (!this.#turns.ask(id)) return false;
    if (this.#canCharge(cardId)) {
      this.#turns.prepare(id, cardId);
      this.#options.send({ type: 'prepared', id });
    } else {
      this.#options.send({ type: 'not-sent', id, error: carryError(createEntryError()) });
    }
    return true;
  }

  /** A card that was saved before needs nothing that is typed. */
  #canCharge(cardId: string | undefined): boolean {
    return cardId !== undefined || (this.#entry.isFresh && this.#options.fields.card !== undefined);
  }

  #run(turn: Turn | undefined, token: string | null, work: (call: Call) => Promise<void>): boolean {
    if (!turn) return false;
    this.#runningId = turn.id;
    void this.#await(work({ ...turn, token, renewToken: () => this.#renewToken(turn.id) }));
    return true;
  }

  async #await(work: Promise<void>): Promise<void> {
    const { fields, send } = this.#options;
    try {
      await work;
    } catch {
      send({ type: 'fault', code: 'internal' });
    } finally {
      this.#runningId = undefined;
      this.#takeToken = undefined;
      this.#turns.end();
      fields.lock(false);
    }
  }

  #renewToken(id: string): Promise<string | null> {
    this.#options.send({ type: 'token-needed', id });
    return new Promise((resolve) => (this.#takeToken = resolve));
  }

  #handleToken({ id, token }: PageMessageOf<'token'>): boolean {
    const take = this.#takeToken;
    if (!take || id !== this.#runningId) return false;
    this.#takeToken = undefined;
    take(token);
    return true;
  }

  async #charge(call: Call, message: PageMessageOf<'go'>): Promise<void> {
    const { id, cardId, amount, installments, whoPaysFee, singleUse } = message;
    const { fields, send } = this.#options;
    const { card } = fields;
    const isEntered = this.#entry.isMeantBy(cardId);
    fields.lock(isEntered);
    const entered = isEntered ? card : undefined;
    if (entered) this.#sent.add(entered);
    const terms = { amount: amountFromCents(amount), installments, whoPaysFee };
    const payment = createPayment(terms, cardId, this.#entry.isFresh ? card : undefined);
    const options = { ...presentFields({ exchanged: entered }), onResend: () => send({ type: 'retrying', id }) };
    const result: ChargeResult = payment
      ? await this.#options.service.charge(call, payment, { ...options, singleUse })
      : { status: 'failed', error: createEntryError(), sent: false };
    this.#tellResult(id, result, () => entered && this.#sent.delete(entered));
    if (isEntered) this.#settleEntry(result);
  }

  /** `told`: called once the last word of the charge has left. */
  #tellResult(id: string, result: ChargeResult, told: () => void): void {
    const { send } = this.#options;
    const late = result.status === 'unconfirmed' ? result.late : undefined;
    if (result.status === 'failed' && !result.sent) send({ type: 'not-sent', id, error: carryError(result.error) });
    else send({ type: 'outcome', id, result: carryResult(result), isLateAwaited: late !== undefined });
    if (!late) return told();
    void late.then((lateResult) => send({ type: 'late', id, result: carryResult(lateResult) })).finally(told);
  }

  /** What was sent is not kept: nothing of a card that was charged, or may have been, and never its code (PCI DSS 3.3.1). */
  #settleEntry(result: ChargeResult): void {
    if (result.status === 'failed' && !result.sent) return;
    this.#entry.use();
    const isKept = result.status === 'declined' || result.status === 'failed';
    this.#options.fields.clear(isKept ? 'code' : 'all');
  }

  async #tokenize(call: Call, { name, tokenizeExpiration }: PageMessageOf<'tokenize'>): Promise<void> {
    const { id } = call;
    const { fields, send } = this.#options;
    const known = this.#entry.exchange;
    // Asked again before it was charged, as after a payment that could not be sent.
    if (known) return send({ type: 'tokenized', id, ...known });
    const { card } = fields;
    try {
      if (!card || !this.#entry.isFresh) throw createEntryError();
      this.#sent.add(card);
      fields.lock(true);
      const tokenized = await this.#options.service.tokenize(call, { ...card, name, ...presentFields({ tokenizeExpiration }) });
      const exchange = { ...tokenized, ...describeCard(card) };
      this.#entry.noteExchange(exchange);
      send({ type: 'tokenized', id, ...exchange });
    } catch (error) {
      send({ type: 'call-failed', id, error: carryError(error) });
    } finally {
      if (card) this.#sent.delete(card);
    }
  }

  async #delete(call: Call, cardId: string): Promise<void> {
    const { id } = call;
    try {
      await this.#options.service.delete(call, cardId);
      this.#options.send({ type: 'deleted', id });
    } catch (error) {
      this.#options.send({ type: 'call-failed', id, error: carryError(error) });
    }
  }
}

/** What is charged; `undefined` where there is nothing that can be. */
function createPayment(
  terms: Pick<CardPayment, 'amount' | 'installments' | 'whoPaysFee'>,
  cardId: string | undefined,
  card: CardData | undefined,
): CardPayment | undefined {
  if (cardId !== undefined) return { ...terms, cardId };
  return card && { ...terms, card };
}

/** What may be told of a card that was exchanged. */
function describeCard({ number, expirationDate }: CardData): Omit<Exchange, 'cardId' | 'message'> {
  const { month = 0, year = 0 } = parseExpiration(expirationDate) ?? {};
  const expiration = `${String(month).padStart(2, '0')}/${year}`;
  return { brand: detectBrand(number), last4: keepDigits(number).slice(-4), expiration };
}
