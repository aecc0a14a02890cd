import type { FrameMessageOf } from '../../channel/frame-message.js';

/** What an exchange came to. */
export type Exchange = Omit<FrameMessageOf<'tokenized'>, 'type' | 'id'>;

/**
 * One entry of a card, which serves for one charge: a page that cannot read what is typed could else charge it as often as it likes. Once it
 * has served, somebody has to type again, which no page can do for them.
 */
export class Entry {
  #isUsed = false;
  #exchange: Exchange | undefined;

  /** What the card was exchanged for, as long as that was not charged. */
  get exchange(): Exchange | undefined {
    return this.#exchange;
  }

  /** Whether the typed card can be charged or exchanged. After an exchange only what it was exchanged for can. */
  get isFresh(): boolean {
    return !this.#isUsed && !this.#exchange;
  }

  /** Whether a charge is one of this entry, and not of a card that was saved before. */
  isMeantBy(cardId: string | undefined): boolean {
    return cardId === undefined || cardId === this.#exchange?.cardId;
  }

  /** To be called with each event by which the text of a field may have changed. One that code has made is none. */
  handleEvent(event: Event): void {
    if (!event.isTrusted) return;
    this.#isUsed = false;
    this.#exchange = undefined;
  }

  /** Notes what the card was exchanged for. */
  noteExchange(exchange: Exchange): void {
    this.#exchange = exchange;
  }

  /** Notes that the fields were emptied: what their card was exchanged for is not theirs any more. */
  clear(): void {
    this.#exchange = undefined;
  }

  /** Notes that the card was sent to be charged. */
  use(): void {
    this.#isUsed = true;
    this.#exchange = undefined;
  }
}
