import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import { hasCardDigits } from '../../domain/card/digits.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { createPartLoader } from '../page/part-loader.js';
import type { CardSource } from '../payment/payment-draft.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { CardSaver, NamedCard } from './card-saver.js';

const loadCardSaver = createPartLoader(() => import('./card-saver.js'));

/**
 * Whether the shopper wants the card kept, and what came of it. The tick is off until it is ticked, and after every payment.
 * The code that keeps a card is loaded with the first card that is to be kept.
 */
export class SaveCardController {
  /** Whether the card is to be kept. */
  isTicked = false;
  /** What the shopper calls the card; empty for "Visa final 1111". */
  nickname = '';
  /** What became of keeping the card, for the shopper to read. */
  note: TextKey | undefined;
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  /** Of the last payment that was to keep its card. */
  #saver: CardSaver | undefined;

  constructor(host: SettingsHost, settings: SettingsController) {
    this.#host = host;
    this.#settings = settings;
  }

  /** Whether cards can be kept at all: with a customer to keep them for. */
  get isOffered(): boolean {
    return this.#settings.current.settings.customerId !== undefined;
  }

  /** Whether the card is to be kept and can be. */
  get isWanted(): boolean {
    return this.isOffered && this.isTicked;
  }

  /** Whether the nickname may be kept: a card number may not. */
  get isNicknameFine(): boolean {
    return !this.isWanted || !hasCardDigits(this.nickname);
  }

  /** Returns what to charge: a card that is to be kept by its new `cardId`, else the card itself. No failure to tokenize stops the payment. */
  async prepareCard(client: PaymentsClient, named: NamedCard, options: CallOptions): Promise<CardSource> {
    this.note = undefined;
    this.#saver = undefined;
    if (this.isWanted) {
      const saving = await loadCardSaver().catch(() => undefined);
      if (saving) {
        this.#saver = new saving.CardSaver(this.#host, this.#settings.current.settings, client);
        return this.#saver.exchange(named, options);
      }
      this.note = 'cardUnsaved';
    }
    return { card: named.card };
  }

  /** Keeps or drops the card by the outcome of the payment, and says which. */
  async settle(outcome: PaymentOutcome): Promise<void> {
    const isOver = outcome.status === 'approved' || outcome.status === 'unconfirmed';
    if (isOver) this.clear();
    else this.note = undefined;
    const isKept = await this.#saver?.settle(outcome, this.#settings.current.settings);
    if (isKept !== undefined) this.note = isKept ? 'cardSaved' : 'cardUnsaved';
    this.#host.requestUpdate();
  }

  /** To be called with each state of the order: one that is open again after an unconfirmed payment was not paid with the new card. */
  follow(status: OrderState['status']): void {
    if (this.#saver?.follow(status, this.#settings.current.settings)) this.note = undefined;
  }

  /** Tokenizes outside of a payment, and keeps the card where that is wanted. */
  async tokenize(client: PaymentsClient, named: NamedCard): Promise<SavedCard> {
    this.note = undefined;
    const saving = await loadCardSaver();
    const { settings } = this.#settings.current;
    const { orderId } = settings;
    const card = await saving.exchangeCard(client, named, settings, orderId === undefined ? {} : { orderId });
    if (this.isWanted) await saving.storeCard(this.#host, settings, card);
    this.clear();
    return card;
  }

  /** Clears the tick and the nickname. */
  clear(): void {
    this.isTicked = false;
    this.nickname = '';
  }
}
