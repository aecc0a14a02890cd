import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { ChargeableCard } from '../card/typed-card.js';
import { createPartLoader } from '../page/part-loader.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { CardSaver, NamedCard } from './card-saver.js';
import type { SaveCardChoice } from './save-card-choice.js';

const loadCardSaver = createPartLoader(() => import('./card-saver.js'));

/** Keeps the card of a form where the shopper has chosen that. The code that keeps a card is loaded with the first one that is to be kept. */
export class SaveCardController {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #choice: SaveCardChoice;
  /** Of the last payment that was to keep its card. */
  #saver: CardSaver | undefined;

  constructor(host: SettingsHost, settings: SettingsController, choice: SaveCardChoice) {
    this.#host = host;
    this.#settings = settings;
    this.#choice = choice;
  }

  /** Returns what to charge: a card that is to be kept by its new `cardId`, else the card itself. No failure to tokenize stops the payment. */
  async prepareCard(client: PaymentsClient, named: NamedCard, options: CallOptions): Promise<ChargeableCard> {
    this.#choice.note = undefined;
    this.#saver = undefined;
    if (this.#choice.isWanted) {
      const saving = await loadCardSaver().catch(() => undefined);
      if (saving) {
        this.#saver = new saving.CardSaver(this.#host, this.#settings.current.settings, client);
        return this.#saver.exchange(named, options);
      }
      this.#choice.note = 'cardUnsaved';
    }
    return named;
  }

  /** Keeps or drops the card by the outcome of the payment, and says which. Returns a card that was kept when the form had left the page: no event was sent of it. */
  async settle(outcome: PaymentOutcome): Promise<SavedCardDetail | undefined> {
    const isOver = outcome.status === 'approved' || outcome.status === 'unconfirmed';
    if (isOver) this.#choice.clear();
    else this.#choice.note = undefined;
    const saver = this.#saver;
    const isKept = await saver?.settle(outcome, this.#settings.current.settings);
    if (isKept !== undefined) this.#choice.note = isKept ? 'cardSaved' : 'cardUnsaved';
    this.#host.requestUpdate();
    return saver?.takeUntold();
  }

  /** To be called with each state of the order: one that is open again after an unconfirmed payment was not paid with the new card. */
  follow(status: OrderState['status']): void {
    if (this.#saver?.follow(status, this.#settings.current.settings)) this.#choice.note = undefined;
  }

  /** Tokenizes outside of a payment, and keeps the card where that is wanted. */
  async tokenize(client: PaymentsClient, named: NamedCard): Promise<SavedCard> {
    this.#choice.note = undefined;
    const saving = await loadCardSaver();
    const { settings } = this.#settings.current;
    const { orderId } = settings;
    const { saved } = await saving.exchangeCard(client, named, settings, orderId === undefined ? {} : { orderId });
    if (this.#choice.isWanted) await saving.storeCard(this.#host, settings, saved);
    this.#choice.clear();
    return saved;
  }
}
