import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import { presentFields } from '../../domain/present-fields.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { findOutcomeOrder, type PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { ChargeableCard, ExchangedCard, TypedCard } from '../card/typed-card.js';
import { findCardStore, rememberUse, useStore } from './card-stores.js';
import { BalcaoEvent, type SavedCardDetail } from '../page/checkout-events.js';
import type { Settings } from '../settings/settings.js';

/** A typed card with the name under which it is to be saved. */
export interface NamedCard extends TypedCard {
  name: string;
}

/** Exchanges a typed card for a `cardId`. Returns the part that is saved, and the card that can be charged. */
export async function exchangeCard(
  client: PaymentsClient,
  named: NamedCard,
  settings: Settings,
  options: CallOptions,
): Promise<{ saved: SavedCard; exchanged: ExchangedCard }> {
  const { brand, last4, name } = named;
  const { tokenizeExpiration } = settings;
  const exchanged = await named.exchange(client, { name, ...presentFields({ tokenizeExpiration }) }, options);
  const { cardId, expiration } = exchanged;
  const validUntil = computeValidUntil(settings, client.now());
  return { saved: presentFields({ cardId, name, brand, last4, expiration, validUntil }), exchanged };
}

/** Computes when a `cardId` ends, by the shop's function. An error of that function must not lose the card. */
function computeValidUntil({ tokenizeExpiration, profile }: Settings, now: number): number | undefined {
  try {
    const instant = tokenizeExpiration === undefined ? undefined : profile?.validUntil?.(tokenizeExpiration, new Date(now))?.getTime();
    return Number.isFinite(instant) ? instant : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Saves the card of one payment. The card is tokenized first and the payment made with its `cardId`; where tokenization fails or hangs, it is made
 * with the card, as if nothing was to be saved. The outcome of the payment decides about the token.
 */
export class CardSaver {
  readonly #host: Element;
  readonly #settings: Settings;
  readonly #client: PaymentsClient;
  #card: SavedCard | undefined;
  #error: CheckoutError | undefined;
  #isKept = false;
  #untold: SavedCardDetail | undefined;
  #payment: 'running' | 'unconfirmed' | 'over' = 'running';

  constructor(host: Element, settings: Settings, client: PaymentsClient) {
    this.#host = host;
    this.#settings = settings;
    this.#client = client;
  }

  /** Returns the tokenized card to charge, or the card itself where it could not be tokenized. Never rejects. */
  async exchange(named: NamedCard, options: CallOptions): Promise<ChargeableCard> {
    try {
      const { saved, exchanged } = await exchangeCard(this.#client, named, this.#settings, options);
      this.#card = saved;
      return exchanged;
    } catch (error) {
      this.#error = createStoreError(error);
      return named;
    }
  }

  /**
   * Saves or deletes the token by the outcome of the charge. Later outcomes of the element, and those of other orders, do not concern this card.
   * Returns whether the card is saved, or `undefined` where the shopper need not know.
   */
  async settle(outcome: PaymentOutcome, { orderId }: Settings): Promise<boolean | undefined> {
    if (this.#payment === 'over' || (findOutcomeOrder(outcome) ?? orderId) !== this.#settings.orderId) return undefined;
    this.#payment = outcome.status === 'unconfirmed' ? 'unconfirmed' : 'over';
    switch (outcome.status) {
      case 'approved':
      case 'unconfirmed':
        return this.#keep(outcome.status === 'approved');
      case 'declined':
      case 'failed':
      case 'cancelled':
        await this.#discard();
        return undefined;
      case 'invalid':
        return undefined;
    }
  }

  /** Returns the card that was saved after the element had left the page, once: its event was not sent. */
  popUnreported(): SavedCardDetail | undefined {
    const saved = this.#untold;
    this.#untold = undefined;
    return saved;
  }

  /** Settles an unconfirmed payment. Returns whether it was not paid, and the token is therefore deleted. */
  follow(status: OrderState['status'], { orderId }: Settings): boolean {
    if (this.#payment !== 'unconfirmed' || orderId !== this.#settings.orderId || (status !== 'open' && status !== 'paid')) return false;
    this.#payment = 'over';
    if (status === 'open') void this.#discard();
    return status === 'open';
  }

  /** Deletes the token: nothing was bought with it. */
  async #discard(): Promise<void> {
    const { cardId } = this.#card ?? {};
    this.#card = undefined;
    if (cardId === undefined) return;
    const store = findCardStore(this.#settings);
    await Promise.all([this.#client.deleteCard(cardId), store && useStore(() => store.remove(cardId))]).catch((error) =>
      reportProblem(this.#host, error),
    );
  }

  async #keep(isApproved: boolean): Promise<boolean> {
    if (this.#isKept) return true;
    const card = this.#card;
    if (!card) {
      reportProblem(this.#host, this.#error);
      return false;
    }
    const error = await storeCard(this.#host, this.#settings, card, (saved) => (this.#untold = saved));
    // A token that is in no store is useless. One whose charge may still be under way, or that may yet be stored, stays.
    if (error && isApproved && error.code !== 'timeout') await this.#discard();
    else if (!error) await rememberUse(this.#settings, card.cardId);
    return (this.#isKept = !error);
  }
}

/**
 * Puts a tokenized card into the customer's store and sends the event of it; where the element has left the page, calls `leave` with it instead, if
 * that is given. Returns what went wrong, which has its event too.
 */
export async function storeCard(
  host: Element,
  settings: Settings,
  card: SavedCard,
  leave?: (saved: SavedCardDetail) => void,
): Promise<CheckoutError | undefined> {
  const { cardId, brand, last4 } = card;
  const saved = { cardId, brand, last4 };
  try {
    await useStore(async () => findCardStore(settings)?.add(card));
  } catch (error) {
    return reportProblem(host, error);
  }
  if (leave && !host.isConnected) leave(saved);
  else host.dispatchEvent(new BalcaoEvent('balcao-card-saved', saved));
  return undefined;
}

function reportProblem(host: EventTarget, problem: unknown): CheckoutError {
  const error = createStoreError(problem);
  host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'save-card', error }));
  return error;
}

function createStoreError(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('store', 'The card could not be kept.');
}
