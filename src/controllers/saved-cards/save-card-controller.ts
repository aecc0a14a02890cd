import type { PaymentsClient } from '../../client/create-client.js';
import type { CallOptions } from '../../client/service.js';
import { hasCardDigits } from '../../domain/card/digits.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { ChargeableCard } from '../card/typed-card.js';
import { createPartLoader } from '../page/part-loader.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { CardSaver, NamedCard } from './card-saver.js';
import type { SaveCardChoice } from './save-card-choice.js';

/** Returns false if the card is to be saved and its nickname must not be stored, because it has the digits of a card number. */
export function isNicknameFine({ isWanted, nickname }: SaveCardChoice): boolean {
  return !isWanted || !hasCardDigits(nickname);
}

const loadCardSaver = createPartLoader(() => import('./card-saver.js'));

/** Saves the card of a form if the shopper has chosen to. The code for saving is loaded with the first card to save. */
export class SaveCardController {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #choice: SaveCardChoice;
  /** The saver of the last payment, if its card was to be saved. */
  #saver: CardSaver | undefined;

  constructor(host: SettingsHost, settings: SettingsController, choice: SaveCardChoice) {
    this.#host = host;
    this.#settings = settings;
    this.#choice = choice;
  }

  /**
   * Returns the card to charge: the new `cardId` of a card that is to be saved, otherwise the card itself. A failed tokenization does not
   * stop the payment.
   */
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

  /**
   * Saves or deletes the card by the outcome of the payment, and shows the result. Returns the card if it was saved after the form had left
   * the page, so that its event was not dispatched.
   */
  async settle(outcome: PaymentOutcome): Promise<SavedCardDetail | undefined> {
    const isOver = outcome.status === 'approved' || outcome.status === 'unconfirmed';
    if (isOver) this.#choice.clear();
    else this.#choice.note = undefined;
    const saver = this.#saver;
    const isKept = await saver?.settle(outcome, this.#settings.current.settings);
    if (isKept !== undefined) this.#choice.note = isKept ? 'cardSaved' : 'cardUnsaved';
    this.#host.requestUpdate();
    return saver?.popUnreported();
  }

  /**
   * Handles each state of the order. If the order is open again after an unconfirmed payment, the new card was not charged, and its note is
   * removed.
   */
  follow(status: OrderState['status']): void {
    if (this.#saver?.follow(status, this.#settings.current.settings)) this.#choice.note = undefined;
  }

  /** Tokenizes a card without a payment, and saves it if the shopper wants that. */
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
