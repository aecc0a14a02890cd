import type { PaymentsClient } from '../../client/create-client.js';
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

/** Exchanges a typed card for a `cardId`. Returns the card to save and the card to charge. */
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

/** Computes when a `cardId` expires, by the function of the shop's profile. The card is saved even if that function throws. */
function computeValidUntil({ tokenizeExpiration, profile }: Settings, now: number): number | undefined {
  try {
    const instant = tokenizeExpiration === undefined ? undefined : profile?.validUntil?.(tokenizeExpiration, new Date(now))?.getTime();
    return Number.isFinite(instant) ? instant : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Saves the card of one payment. The card is tokenized first, and the payment is made with its `cardId`. If tokenization fails or times
 * out, the payment is made with the card itself, and the card is not saved. The outcome of the payment decides whether the token is saved
 * or deleted.
 */
export class CardSaver {
  readonly #host: Element;
  readonly #settings: Settings;
  readonly #client: PaymentsClient;
  #card: SavedCard | undefined;
  #error: CheckoutError | undefined;
  #isKept = false;
  #unreported: SavedCardDetail | undefined;
  #payment: 'running' | 'unconfirmed' | 'over' = 'running';

  constructor(host: Element, settings: Settings, client: PaymentsClient) {
    this.#host = host;
    this.#settings = settings;
    this.#client = client;
  }

  /** Returns the tokenized card to charge, or the card itself if it could not be tokenized. Never rejects. */
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
   * Saves or deletes the token by the outcome of the charge. Ignores later outcomes of the element and those of other orders. Returns
   * whether the card is saved, or `undefined` if there is nothing to show to the shopper.
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

  /** Returns, once, the card that was saved after the element had left the page, whose event was therefore not dispatched. */
  popUnreported(): SavedCardDetail | undefined {
    const saved = this.#unreported;
    this.#unreported = undefined;
    return saved;
  }

  /** Settles an unconfirmed payment by the state of its order. Returns true if the order was not paid, so that the token is deleted. */
  follow(status: OrderState['status'], { orderId }: Settings): boolean {
    if (this.#payment !== 'unconfirmed' || orderId !== this.#settings.orderId || (status !== 'open' && status !== 'paid')) return false;
    this.#payment = 'over';
    if (status === 'open') void this.#discard();
    return status === 'open';
  }

  /** Deletes the token, since nothing was paid with it. */
  async #discard(): Promise<void> {
    const { cardId } = this.#card ?? {};
    this.#card = undefined;
    if (cardId === undefined) return;
    const store = findCardStore(this.#settings);
    await Promise.all([this.#client.deleteCard(cardId), store && useStore(() => store.remove(cardId))]).catch((error) =>
      reportProblem(this.#host, error),
    );
  }

  /** Adds the token to the store. Returns whether the card is saved. */
  async #keep(isApproved: boolean): Promise<boolean> {
    if (this.#isKept) return true;
    const card = this.#card;
    if (!card) {
      reportProblem(this.#host, this.#error);
      return false;
    }
    const error = await storeCard(this.#host, this.#settings, card, (saved) => (this.#unreported = saved));
    // A token that is in no store is useless, so it is deleted. It stays if its charge may still be running, or if the store may still save
    // it after a timeout.
    if (error && isApproved && error.code !== 'timeout') await this.#discard();
    else if (!error) await rememberUse(this.#settings, card.cardId);
    return (this.#isKept = !error);
  }
}

/**
 * Adds a tokenized card to the customer's store and dispatches `balcao-card-saved`. If the element has left the page, calls `leave`
 * instead, if it is given. Returns the error of a failure, after dispatching it as `balcao-problem`.
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

/** Dispatches an error of saving as `balcao-problem`, and returns it. */
function reportProblem(host: EventTarget, problem: unknown): CheckoutError {
  const error = createStoreError(problem);
  host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'save-card', error }));
  return error;
}

function createStoreError(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('store', 'The card could not be kept.');
}
