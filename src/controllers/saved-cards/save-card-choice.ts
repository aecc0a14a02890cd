import type { TextKey } from '../../i18n/pt-br.js';
import type { SettingsController } from '../settings/settings-controller.js';

/** The shopper's choice to save the card, and the result of saving it. The choice is off by default and again after every payment. */
export class SaveCardChoice {
  /** True if the shopper wants to save the card. */
  isTicked = false;
  /** The shopper's name for the card. If it is empty, the card is shown as "Visa final 1111". */
  nickname = '';
  /** The result of saving the card, as a text for the shopper. */
  note: TextKey | undefined;
  readonly #settings: SettingsController;

  constructor(settings: SettingsController) {
    this.#settings = settings;
  }

  /** True if cards can be saved: there is a customer to save them for. */
  get isOffered(): boolean {
    return this.#settings.current.settings.customerId !== undefined;
  }

  /** True if the shopper wants to save the card and it can be saved. */
  get isWanted(): boolean {
    return this.isOffered && this.isTicked;
  }

  /** Clears the tick and the nickname. */
  clear(): void {
    this.isTicked = false;
    this.nickname = '';
  }
}
