import type { PaymentsClient } from '../../client/payments-client.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { savedCardKey, type SavedCard } from '../../domain/card/saved-card.js';
import { formatCardLabel } from './card-option.js';

/** Where the shopper goes on after a deletion: the first of these that is there. */
const NEXT = [
  '.news + .option input:enabled',
  '.news + .option .delete',
  'input:enabled',
  '[part="other-card"]',
  '.delete',
  '[part="cards-empty"]',
];

/** What deleting needs of the list. */
export interface DeletionHost {
  cards: SavedCardsController;
  localize: LocalizeController;
  loadClient: () => Promise<PaymentsClient>;
  /** Says something to the shopper where the card of the question stands or stood; `isRead` where its row says the same. Renders the list anew. */
  say: (text: string, isRead?: boolean) => void;
  /** Has a card's row be the place of what is said next. */
  place: (card: SavedCard) => void;
  /** To be called with a card that is no longer in the list: what is said stands where its row was. */
  vacate: () => void;
  /** Puts the focus on the first of these that is there, once all is rendered. */
  focus: (...selectors: string[]) => void;
  /** Whether the shopper has gone on to something else. */
  hasLeft: () => boolean;
}

/** The question whether to delete a card, and what follows from its answer. There is one at a time. */
export class CardDeletion {
  readonly #host: DeletionHost;
  #cardId: string | undefined;
  #isRunning = false;

  constructor(host: DeletionHost) {
    this.#host = host;
  }

  /** Changes with everything that is to be rendered of it. */
  get key(): string {
    return `${this.#cardId} ${this.#isRunning}`;
  }

  /** Whether a deletion is under way. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** How far the deletion of a card has come. */
  stageOf({ cardId }: SavedCard): 'asking' | 'deleting' | undefined {
    if (cardId !== this.#cardId) return undefined;
    return this.#isRunning ? 'deleting' : 'asking';
  }

  /** Asks whether to delete a card, with the focus on the button that keeps it. */
  ask(card: SavedCard): void {
    this.#cardId = card.cardId;
    this.#host.place(card);
    this.#host.say('');
    this.#host.focus('[part="cancel-delete"]');
  }

  /** Keeps the card. */
  cancel(card: SavedCard): void {
    this.reset();
    this.#focusButton(card);
  }

  /** Forgets the question. */
  reset(): void {
    this.#cardId = undefined;
    this.#host.say('');
  }

  /** Deletes the card, says what came of it where the card was, and puts the focus where the shopper goes on. */
  async confirm(card: SavedCard): Promise<void> {
    const { cards, localize, loadClient, say, vacate, focus, hasLeft } = this.#host;
    this.#isRunning = true;
    say('');
    const deletion = await cards.delete(card, loadClient);
    this.#isRunning = false;
    this.#cardId = undefined;
    if (deletion === 'deleted') {
      vacate();
      say(localize.text('cardDeleted', { card: formatCardLabel(card, localize) }));
      if (!hasLeft()) focus(...NEXT);
      return;
    }
    if (deletion === 'failed') say(localize.text('deleteFailed'));
    else say(localize.text('deleteUnconfirmed'), true);
    if (!hasLeft()) this.#focusButton(card);
  }

  #focusButton(card: SavedCard): void {
    const key = savedCardKey(card);
    this.#host.focus(`[data-index="${this.#host.cards.cards.findIndex((each) => savedCardKey(each) === key)}"] .delete`);
  }
}
