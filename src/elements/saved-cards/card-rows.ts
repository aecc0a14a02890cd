import { noChange, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import type { CardDeletion } from './card-deletion.js';
import { describeCard, renderCardOption } from './card-option.js';

/** What the rows need of the list. */
export interface CardRowsHost {
  cards: SavedCardsController;
  deletion: CardDeletion;
  localize: LocalizeController;
  isPaying: () => boolean;
  /** Says something to the shopper, screen readers included. */
  say: (text: string) => void;
}

/** The rows of the list, one for each card, and what a click or a key in one of them does. */
export class CardRows {
  readonly #host: CardRowsHost;
  /** What the rows were last rendered from. */
  #rendered: readonly unknown[] = [];

  constructor(host: CardRowsHost) {
    this.#host = host;
  }

  /** Renders the rows, anew only where something of them has changed: there may be hundreds. `texts` are the shop's own words. */
  render(isDisabled: boolean, texts: unknown): TemplateResult[] | typeof noChange {
    const { cards, deletion, localize } = this.#host;
    const accepted = listBrandNames(cards.acceptedBrands);
    const rendered = [cards.cards, deletion.key, isDisabled, localize.language, texts, accepted];
    if (rendered.every((part, index) => part === this.#rendered[index])) return noChange;
    this.#rendered = rendered;
    return cards.cards.map((card, index) =>
      renderCardOption({ card, index, problem: cards.findProblem(card), accepted, isDisabled, deletion: deletion.stageOf(card), localize }),
    );
  }

  /** To be called where the rows are not shown: they are rendered anew when they come back. */
  forget(): void {
    this.#rendered = [];
  }

  /** The card in whose row an event happened. */
  findCard({ target }: Event): SavedCard | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>('.option') : null;
    return row ? this.#host.cards.cards[Number(row.dataset['index'])] : undefined;
  }

  readonly handleClick = (event: Event): void => {
    const { deletion, isPaying } = this.#host;
    // While a payment runs its card stays chosen and kept. Arrow keys click too.
    if (isPaying()) event.preventDefault();
    if (event.defaultPrevented) return;
    const card = this.findCard(event);
    const control = event.target instanceof Element ? event.target.closest('button, label') : null;
    if (!card || !control || deletion.isRunning) return;
    if (control.matches('.delete')) deletion.ask(card);
    else if (control.matches('[part="confirm-delete"]')) void deletion.confirm(card);
    else if (control.matches('[part="cancel-delete"]')) deletion.cancel(card);
    else this.#sayProblem(card);
  };

  readonly handleKeydown = (event: KeyboardEvent): void => {
    const { deletion } = this.#host;
    const card = this.findCard(event);
    if (event.key !== 'Escape' || !card || deletion.stageOf(card) !== 'asking') return;
    // Esc means this question, not a dialog of the shop around the checkout.
    event.preventDefault();
    event.stopPropagation();
    deletion.cancel(card);
  };

  /** A card that cannot be chosen says why when it is tried. */
  #sayProblem(card: SavedCard): void {
    const { cards, localize, say } = this.#host;
    const problem = cards.findProblem(card);
    if (problem) say(describeCard({ card, problem, accepted: listBrandNames(cards.acceptedBrands), localize }));
  }
}
