import type { TextKey } from '../../i18n/pt-br.js';
import type { SettingsController } from '../settings/settings-controller.js';

/** The shopper's choice to save the card, and its result. The tick is off until it is ticked, and after every payment. */
export class SaveCardChoice {
  /** True where the card is to be saved. */
  isTicked = false;
  /** The shopper's name for the card; empty for "Visa final 1111". */
  nickname = '';
  /** The result of saving the card, as a text for the shopper. */
  note: TextKey | undefined;
  readonly #settings: SettingsController;

  constructor(settings: SettingsController) {
    this.#settings = settings;
  }

  /** True where cards can be saved at all: with a customer to save them for. */
  get isOffered(): boolean {
    return this.#settings.current.settings.customerId !== undefined;
  }

  /** True where the card is to be saved and can be. */
  get isWanted(): boolean {
    return this.isOffered && this.isTicked;
  }

  /** Clears the tick and the nickname. */
  clear(): void {
    this.isTicked = false;
    this.nickname = '';
  }
}
