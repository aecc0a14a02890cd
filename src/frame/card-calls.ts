import type { FrameMessage, FrameMessageOf } from '../channel/frame-message.js';
import type { PageMessage, PageMessageOf } from '../channel/page-message.js';
import { deleteCard, tokenizeCard } from '../client/cards/card-token.js';
import { processPayment } from '../client/cards/charge.js';
import { formatExpirationDate } from '../controllers/card/typed-card.js';
import { detectBrand } from '../domain/card/brands.js';
import { keepDigits } from '../domain/card/digits.js';
import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';
import { amountFromCents } from '../domain/money.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import type { CardData } from '../domain/payment.js';
import { presentFields } from '../domain/present-fields.js';
import type { CardFields } from './card-fields.js';
import type { Call, FrameService } from './frame-service.js';
import { carryError, carryResult } from './outgoing.js';
import { Turns, type Turn } from './turns.js';

/** The parts that calls use. */
export interface CardCallsOptions {
  fields: CardFields;
  service: FrameService;
  clock: Clock;
  /** Sends a message to the page. */
  send: (message: FrameMessage) => void;
}

/** Creates the error of a call that needs a complete card that was not charged yet. */
function createEntryError(): CheckoutError {
  return new CheckoutError('invalid-input', 'The fields hold no card that can be charged: it has to be typed, or typed anew.');
}

/**
 * The calls to the service that a page may request. Each call runs once, in its turn and before its deadline.
 *
 * A card that was typed once can be charged once. Otherwise a page, which cannot read the card, could charge it as often as it likes. After
 * the charge, the shopper has to type again, and no page can do that for them.
 */
export class CardCalls {
  readonly #options: CardCallsOptions;
  readonly #turns: Turns;
  /** True once the typed card was sent to be charged. */
  #isUsed = false;
  /** The tokenized form of the typed card, until its `cardId` is charged or the shopper types again. */
  #tokenized: Omit<FrameMessageOf<'tokenized'>, 'type' | 'id'> | undefined;
  /** Passes the running call the token that it waits for. */
  #resolveToken: ((token: string | null) => void) | undefined;
  /** The identifier of the call that runs. */
  #runningId: string | undefined;
  /** The cards that were sent, each until its last response was passed on. */
  readonly #sent = new Set<CardData>();

  constructor(options: CardCallsOptions) {
    this.#options = options;
    this.#turns = new Turns(options.clock);
  }

  /** The numbers of the cards that were sent and whose last response was not passed on yet. The fields may hold another card by now. */
  get sentTexts(): string[] {
    return [...this.#sent].map(({ number }) => number);
  }

  /**
   * Handles an event that may have changed the text of a field. Only an event of the shopper, not of a script, makes the card chargeable
   * again.
   */
  handleInput(event: Event): void {
    if (!event.isTrusted) return;
    this.#isUsed = false;
    this.#tokenized = undefined;
  }

  /** Forgets the `cardId` of the typed card. Call this when all fields were emptied. */
  clear(): void {
    this.#tokenized = undefined;
  }

  /** Handles a message. Returns whether the message was in turn. The result is sent later. */
  handle(message: PageMessage): boolean {
    switch (message.type) {
      case 'prepare':
        return this.#prepare(message);
      case 'go': {
        const turn = this.#turns.beginCharge(message.id, message.cardId, message.deadline);
        return this.#run(turn, message, (call) => this.#charge({ ...call, singleUse: message.singleUse }, message));
      }
      case 'tokenize': {
        const turn = this.#turns.beginCall(message.id, message.deadline);
        return this.#run(turn, message, (call) => this.#tokenize(call, message));
      }
      case 'delete': {
        const turn = this.#turns.beginCall(message.id, message.deadline);
        return this.#run(turn, message, (call) => this.#delete(call, message.cardId));
      }
      case 'token':
        return this.#handleToken(message);
      default:
        return false;
    }
  }

  /** The typed card, if it can be charged or tokenized. Once it has a `cardId`, only the `cardId` can be charged. */
  get #freshCard(): CardData | undefined {
    return this.#isUsed || this.#tokenized ? undefined : this.#options.fields.card;
  }

  #prepare({ id, cardId }: PageMessageOf<'prepare'>): boolean {
    if (!this.#turns.claim(id)) return false;
    // A saved card needs no typed card.
    if (cardId !== undefined || this.#freshCard) {
      this.#turns.prepare(id, cardId);
      this.#options.send({ type: 'prepared', id });
    } else {
      this.#options.send({ type: 'not-sent', id, error: carryError(createEntryError()) });
    }
    return true;
  }

  /** Runs the work of a call. Returns false if the call is not in turn. */
  #run(turn: Turn | undefined, { token }: Pick<Call, 'token'>, work: (call: Call) => Promise<void>): boolean {
    if (!turn) return false;
    this.#runningId = turn.id;
    void this.#await(work({ ...turn, token, renewToken: () => this.#renewToken(turn.id) }));
    return true;
  }

  /** Waits for the end of a call, and clears its state. */
  async #await(work: Promise<void>): Promise<void> {
    const { fields, send } = this.#options;
    try {
      await work;
    } catch {
      send({ type: 'fault', code: 'internal' });
    } finally {
      this.#runningId = undefined;
      this.#resolveToken = undefined;
      this.#turns.end();
      fields.lock(false);
    }
  }

  #renewToken(id: string): Promise<string | null> {
    this.#options.send({ type: 'token-needed', id });
    return new Promise((resolve) => (this.#resolveToken = resolve));
  }

  #handleToken({ id, token }: PageMessageOf<'token'>): boolean {
    const resolve = this.#resolveToken;
    if (!resolve || id !== this.#runningId) return false;
    this.#resolveToken = undefined;
    resolve(token);
    return true;
  }

  async #charge(call: Call, { id, cardId, amount, installments, whoPaysFee }: PageMessageOf<'go'>): Promise<void> {
    const { fields, service, send } = this.#options;
    // False for a saved card.
    const isTyped = cardId === undefined || cardId === this.#tokenized?.cardId;
    fields.lock(isTyped);
    const typed = isTyped ? fields.card : undefined;
    if (typed) this.#sent.add(typed);
    const terms = { amount: amountFromCents(amount), installments, whoPaysFee };
    const card = this.#freshCard;
    const payment = cardId === undefined ? card && { ...terms, card } : { ...terms, cardId };
    const result: ChargeResult = payment
      ? await processPayment(service.createService(call), payment, {
          attemptId: id,
          ...presentFields({ exchanged: typed }),
          beforeSend: call.assertInTime,
          onResend: () => send({ type: 'retrying', id }),
        })
      : { status: 'failed', error: createEntryError(), sent: false };
    this.#sendResult(id, result, () => typed && this.#sent.delete(typed));
    if (isTyped) this.#settleEntry(result);
  }

  /** Sends the result of a charge. Calls `sent` after the last message about the charge. */
  #sendResult(id: string, result: ChargeResult, sent: () => void): void {
    const { send } = this.#options;
    const late = result.status === 'unconfirmed' ? result.late : undefined;
    if (result.status === 'failed' && !result.sent) send({ type: 'not-sent', id, error: carryError(result.error) });
    else send({ type: 'outcome', id, result: carryResult(result), isLateAwaited: late !== undefined });
    if (!late) return sent();
    void late.then((lateResult) => send({ type: 'late', id, result: carryResult(lateResult) })).finally(sent);
  }

  /**
   * Empties fields after a charge was sent: all fields if the card was charged, or may have been charged, else the security code alone (PCI
   * DSS 3.3.1). Does nothing if nothing was sent.
   */
  #settleEntry(result: ChargeResult): void {
    if (result.status === 'failed' && !result.sent) return;
    this.#isUsed = true;
    this.#tokenized = undefined;
    const isKept = result.status === 'declined' || result.status === 'failed';
    this.#options.fields.clear(isKept ? 'code' : 'all');
  }

  async #tokenize(call: Call, { name, tokenizeExpiration }: PageMessageOf<'tokenize'>): Promise<void> {
    const { id } = call;
    const { fields, service, send } = this.#options;
    // The card was tokenized before, and then not charged: for example because the payment could not be sent.
    if (this.#tokenized) return send({ type: 'tokenized', id, ...this.#tokenized });
    const card = this.#freshCard;
    try {
      if (!card) throw createEntryError();
      this.#sent.add(card);
      fields.lock(true);
      call.assertInTime();
      const tokenized = await tokenizeCard(service.createService(call), { ...card, name, ...presentFields({ tokenizeExpiration }) }, {});
      const last4 = keepDigits(card.number).slice(-4);
      this.#tokenized = { ...tokenized, brand: detectBrand(card.number), last4, expiration: formatExpirationDate(card) };
      send({ type: 'tokenized', id, ...this.#tokenized });
    } catch (error) {
      send({ type: 'call-failed', id, error: carryError(error) });
    } finally {
      if (card) this.#sent.delete(card);
    }
  }

  async #delete(call: Call, cardId: string): Promise<void> {
    const { id } = call;
    try {
      call.assertInTime();
      await deleteCard(this.#options.service.createService(call), cardId, {});
      this.#options.send({ type: 'deleted', id });
    } catch (error) {
      this.#options.send({ type: 'call-failed', id, error: carryError(error) });
    }
  }
}
