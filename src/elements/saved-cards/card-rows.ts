import { html, noChange, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import type { drawMark } from '../shared/marks/draw-marks.js';
import type { CardDeletion } from './card-deletion.js';
import { describeCard, renderCardOption } from './card-option.js';

/** What the rows need of the list. */
export interface CardRowsHost {
  cards: SavedCardsController;
  deletion: CardDeletion;
  localize: LocalizeController;
  isPaying: () => boolean;
  /** Whether nothing is paid here: all cards are shown then, the expired ones too. */
  isAccountList: () => boolean;
  /** Called when something else is to be rendered. */
  changed: () => void;
}

/** What the rows are rendered from, beside the cards. */
export interface CardRowsView {
  isDisabled: boolean;
  /** Whether a card can be chosen. */
  isChoice: boolean;
  /** The shop's own words. */
  texts: unknown;
  /** Draws a brand, once that is loaded. */
  drawMark: typeof drawMark | undefined;
}

/**
 * The rows of the list, and what a click or a key in one of them does. Folded there is the chosen card alone; unfolded all that are not expired,
 * and the expired ones once they are asked for. What became of a deletion stands among the rows, where the card was.
 */
export class CardRows {
  readonly #host: CardRowsHost;
  /** What the rows were last rendered from. */
  #rendered: readonly unknown[] = [];
  #isUnfolded = false;
  #arePastShown = false;
  #news = '';
  /** Whether the news are already read in the row above them. */
  #isNewsRead = false;
  /** Behind how many rows the news stand. Moved by deletions alone: the rows behind are made anew by it, with whatever has the focus in them. */
  #newsPlace = Infinity;

  constructor(host: CardRowsHost) {
    this.#host = host;
  }

  /** Whether nothing is paid here. */
  get isAccountList(): boolean {
    return this.#host.isAccountList();
  }

  /** Whether there are cards beside the chosen one that need not be seen. */
  get canFold(): boolean {
    const { chosen, cards } = this.#host.cards;
    return chosen !== undefined && cards.length > 1 && !this.isAccountList;
  }

  /** Whether the chosen card is shown alone. */
  get isFolded(): boolean {
    return this.canFold && !this.#isUnfolded;
  }

  /** Whether all cards of the customer are expired. */
  get areAllPast(): boolean {
    const { cards } = this.#host;
    return cards.cards.length > 0 && cards.cards.every((card) => cards.findProblem(card) === 'expired');
  }

  /** Keeps the list open under the hand that chooses: each arrow key chooses another. */
  keepOpen(): void {
    this.#isUnfolded = true;
  }

  /** Shows all cards, or the chosen one alone. */
  readonly toggle = (): void => {
    if (this.#host.isPaying()) return;
    this.#isUnfolded = !this.#isUnfolded;
    this.#newsPlace = Infinity;
    this.#host.deletion.reset();
  };

  /** Folds the list and forgets what was said. */
  reset(): void {
    this.#isUnfolded = this.#arePastShown = false;
    this.#newsPlace = Infinity;
    this.#host.deletion.reset();
  }

  /** Says something among the rows, screen readers included; where it is read there already, to them alone. */
  say(text: string, isRead = false): void {
    this.#news = text;
    this.#isNewsRead = isRead;
    this.#host.changed();
  }

  /** Has what is said next stand below a card's row. */
  place(card: SavedCard): void {
    const { shown, past } = this.#list();
    this.#newsPlace = shown.indexOf(card) + (past.includes(card) ? 2 : 1);
  }

  /** Has what is said next stand where the row above it was, which is gone. */
  vacate(): void {
    this.#newsPlace--;
  }

  /** Renders the rows, anew only where something of them has changed: there may be hundreds. */
  render(view: CardRowsView): TemplateResult | typeof noChange {
    const { cards, deletion, localize } = this.#host;
    const { isFolded, isAccountList } = this;
    const accepted = listBrandNames(cards.acceptedBrands);
    const state = [isAccountList, isFolded, isFolded && cards.chosen, this.#arePastShown, this.#news, this.#isNewsRead, this.#newsPlace];
    const rendered = [cards.cards, deletion.key, ...Object.values(view), localize.language, accepted, ...state];
    if (rendered.length === this.#rendered.length && rendered.every((part, index) => part === this.#rendered[index])) return noChange;
    this.#rendered = rendered;
    const { isDisabled, isChoice } = view;
    const indexes = new Map(cards.cards.map((card, index) => [card, index]));
    const { shown, past } = this.#list();
    const rows = shown.map((card) =>
      renderCardOption({
        ...{ card, index: indexes.get(card) ?? 0, problem: cards.findProblem(card), accepted, isDisabled, isChoice, localize },
        ...{ deletion: deletion.stageOf(card), isDeletable: !isFolded, mark: view.drawMark?.(card.brand) },
      }),
    );
    if (past.length) rows.splice(cards.cards.length - past.length, 0, this.#renderPastButton(isDisabled, past.length));
    const place = Math.min(this.#newsPlace, rows.length);
    return html`${rows.slice(0, place)}
      <p part="cards-news" class="news ${this.#isNewsRead ? 'unseen' : ''}" role="status">${this.#news || nothing}</p>
      ${rows.slice(place)}`;
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
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter would pay; on a card it chooses.
      event.preventDefault();
      if (!event.target.checked) event.target.click();
    }
    if (event.key !== 'Escape' || !card || deletion.stageOf(card) !== 'asking') return;
    // Esc means this question, not a dialog of the shop around the checkout.
    event.preventDefault();
    event.stopPropagation();
    deletion.cancel(card);
  };

  /** The cards that are shown, the expired ones last; and the expired ones, shown or not, where a button shows them. */
  #list(): { shown: readonly SavedCard[]; past: readonly SavedCard[] } {
    const { cards } = this.#host;
    if (this.isFolded && cards.chosen) return { shown: [cards.chosen], past: [] };
    const current: SavedCard[] = [];
    const past: SavedCard[] = [];
    for (const card of cards.cards) (cards.findProblem(card) === 'expired' ? past : current).push(card);
    if (this.isAccountList) return { shown: [...current, ...past], past: [] };
    return { shown: this.#arePastShown ? [...current, ...past] : current, past };
  }

  #renderPastButton(isDisabled: boolean, count: number): TemplateResult {
    return html`<button
      type="button"
      part="expired-cards-button"
      class="more"
      aria-expanded=${this.#arePastShown}
      ?disabled=${isDisabled}
      @click=${this.#togglePast}
    >
      ${this.#host.localize.text('cardsPast', { count })}
    </button>`;
  }

  readonly #togglePast = (): void => {
    if (this.#host.isPaying()) return;
    this.#arePastShown = !this.#arePastShown;
    this.say('');
  };

  /** A card that cannot be chosen says why when it is tried. */
  #sayProblem(card: SavedCard): void {
    const { cards, localize } = this.#host;
    const problem = cards.findProblem(card);
    if (problem) this.say(describeCard({ card, problem, accepted: listBrandNames(cards.acceptedBrands), isChoice: true, localize }), true);
  }
}
