import type { TextKey } from '../../i18n/pt-br.js';
import type { SettingsController } from '../settings/settings-controller.js';

/** Whether the shopper wants the card kept, and what came of it. The tick is off until it is ticked, and after every payment. */
export class SaveCardChoice {
  /** Whether the card is to be kept. */
  isTicked = false;
  /** What the shopper calls the card; empty for "Visa final 1111". */
  nickname = '';
  /** What became of keeping the card, for the shopper to read. */
  note: TextKey | undefined;
  readonly #settings: SettingsController;

  constructor(settings: SettingsController) {
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

  /** Clears the tick and the nickname. */
  clear(): void {
    this.isTicked = false;
    this.nickname = '';
  }
}
