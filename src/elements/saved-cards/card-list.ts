import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PaymentsClient } from '../../client/payments-client.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { isAccountList } from '../../controllers/settings/account-list.js';
import type { SettingsController } from '../../controllers/settings/settings-controller.js';
import { savedCardKey, type SavedCard } from '../../domain/card/saved-card.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import type { PayLock } from '../shared/form/pay-lock.js';
import type { LateCode } from '../shared/late-element.js';
import { formatCardAbout, formatCardLabel, renderCardOption } from './card-option.js';

/** The largest number of cards that is shown without a scroll box. */
const FEW = 6;

/** The targets of the focus after a deletion: the first of these that is in the list gets it. */
const NEXT = [
  '.news + .option input:enabled',
  '.news + .option .delete',
  'input:enabled',
  '[part="other-card"]',
  '.delete',
  '[part="cards-empty"]',
];

/** The parts of the element that the list works with. */
export interface CardListOptions {
  cards: SavedCardsController;
  settings: SettingsController;
  localize: LocalizeController;
  lock: PayLock;
  loadClient: () => Promise<PaymentsClient>;
  /** Called when the shopper has chosen a card. */
  chosen: (card: SavedCard) => void;
}

/** The state of the element that the list is rendered from, beside the cards. */
interface CardListView {
  /** True where a card can be chosen. */
  isChoice: boolean;
  isRequired: boolean;
  isDisabled: boolean;
  /** Draws a brand; `undefined` until its code is loaded. */
  drawMarks: LateCode['drawMarks'] | undefined;
}

/**
 * The list of saved cards: its rows, the choice in them, and the question before a deletion. Folded, it shows the chosen card alone; unfolded, all
 * that are not expired, and the expired ones on demand. The result of a deletion appears among the rows, in the place of the card.
 */
export class CardList {
  /** True while a card must be chosen before anything is paid, and none is. */
  isChoiceMissing = false;
  readonly #host: LitElement;
  readonly #options: CardListOptions;
  #isUnfolded = false;
  #arePastShown = false;
  #news = '';
  /** True where the row above the news says the same. */
  #isNewsRead = false;
  /** The number of rows before the news. Only a deletion moves them: the rows after them are then made anew, with whatever has the focus in them. */
  #newsPlace = Infinity;
  /** The card that the shopper is asked about, one at a time. */
  #askedId: string | undefined;
  #isDeleting = false;

  constructor(host: LitElement, options: CardListOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** True while the chosen card is shown alone. */
  get isFolded(): boolean {
    return this.#canFold && !this.#isUnfolded;
  }

  /** Folds the list, and removes the question and the news. */
  reset(): void {
    this.#isUnfolded = this.#arePastShown = false;
    this.#newsPlace = Infinity;
    this.#closeQuestion();
  }

  /** Shows a text among the rows, which screen readers announce; with `isRead`, to screen readers alone. */
  announce(text: string, isRead = false): void {
    this.#news = text;
    this.#isNewsRead = isRead;
    this.#host.requestUpdate();
  }

  /** Renders the error, the button that unfolds the list, the rows, and the sentence of an empty list. A list on an account page never scrolls. */
  render(view: CardListView): TemplateResult {
    const { cards, localize } = this.#options;
    const { isChoice, isRequired } = view;
    const isAccount = this.#isAccount;
    const count = cards.cards.length;
    const isOver = !isAccount && count > 0 && cards.cards.every((card) => cards.findProblem(card) === 'expired');
    const isLone = this.isFolded || !isChoice || (cards.chosen && count === 1);
    const empty = cards.hasFailed ? 'cardsFailed' : isOver ? 'cardsOver' : 'cardsEmpty';
    return html`${this.#canFold ? this.#renderChange(view.isDisabled) : nothing}
      <p part="error" class="error" id="choose" role="alert">${this.isChoiceMissing ? localize.text('cardChoose') : nothing}</p>
      <div
        class="cards ${isLone ? 'lone' : count > FEW && !isAccount ? 'many' : ''}"
        id="cards"
        part="card-list"
        role=${isChoice ? 'radiogroup' : 'group'}
        aria-label=${localize.text('cards')}
        aria-errormessage=${isChoice ? 'choose' : nothing}
        aria-required=${isChoice ? isRequired : nothing}
        aria-invalid=${isChoice ? this.isChoiceMissing : nothing}
        @change=${this.#handleChange}
        @click=${this.#handleClick}
        @keydown=${this.#handleKeydown}
      >
        ${this.#renderRows(view)}
      </div>
      ${count && !isOver ? nothing : html`<p part="cards-empty" class="muted" tabindex=${isAccount ? -1 : nothing}>${localize.text(empty)}</p>`}`;
  }

  #renderChange(isDisabled: boolean): TemplateResult {
    const { localize } = this.#options;
    return html`<div part="card-change" class="change">
      <span aria-hidden="true">${localize.text('cardPay')}</span>
      <button
        type="button"
        part="change-card-button"
        class="more"
        aria-expanded=${!this.isFolded}
        aria-controls="cards"
        ?disabled=${isDisabled}
        @click=${this.#toggle}
      >
        ${localize.text('cardChange')}
      </button>
    </div>`;
  }

  /** Renders the rows only where something of them has changed: there may be hundreds. */
  #renderRows({ isChoice, isDisabled, drawMarks }: CardListView): unknown {
    const { cards, settings, localize } = this.#options;
    const { isFolded } = this;
    const accepted = listBrandNames(cards.acceptedBrands);
    const words = [localize.language, settings.input.texts, accepted];
    const state = [this.#isAccount, isFolded, isFolded && cards.chosen, this.#arePastShown, this.#askedId, this.#isDeleting];
    const news = [this.#news, this.#isNewsRead, this.#newsPlace];
    return guard([cards.cards, isChoice, isDisabled, drawMarks, ...words, ...state, ...news], () => {
      const indexes = new Map(cards.cards.map((card, index) => [card, index]));
      const { shown, past } = this.#listShown();
      const rows = shown.map((card) => {
        const deletion = card.cardId !== this.#askedId ? undefined : this.#isDeleting ? 'deleting' : 'asking';
        return renderCardOption({
          ...{ card, index: indexes.get(card) ?? 0, problem: cards.findProblem(card), accepted, isDisabled, isChoice, localize },
          ...{ deletion, isDeletable: !isFolded, mark: drawMarks?.(card.brand) },
        });
      });
      if (past.length) rows.splice(cards.cards.length - past.length, 0, this.#renderPastButton(isDisabled, past.length));
      const place = Math.min(this.#newsPlace, rows.length);
      return html`${rows.slice(0, place)}
        <p part="cards-news" class="news ${this.#isNewsRead ? 'unseen' : ''}" role="status">${this.#news || nothing}</p>
        ${rows.slice(place)}`;
    });
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
      ${this.#options.localize.text('cardsPast', { count })}
    </button>`;
  }

  get #isAccount(): boolean {
    return isAccountList(this.#options.settings);
  }

  /** True where there are cards beside the chosen one that need not be seen. */
  get #canFold(): boolean {
    const { chosen, cards } = this.#options.cards;
    return chosen !== undefined && cards.length > 1 && !this.#isAccount;
  }

  /** The cards that are shown, the expired ones last; and the expired ones, shown or not, where a button shows them. */
  #listShown(): { shown: readonly SavedCard[]; past: readonly SavedCard[] } {
    const { cards } = this.#options;
    if (this.isFolded && cards.chosen) return { shown: [cards.chosen], past: [] };
    const current: SavedCard[] = [];
    const past: SavedCard[] = [];
    for (const card of cards.cards) (cards.findProblem(card) === 'expired' ? past : current).push(card);
    if (this.#isAccount) return { shown: [...current, ...past], past: [] };
    return { shown: this.#arePastShown ? [...current, ...past] : current, past };
  }

  /** The card in whose row an event happened. */
  #findCard({ target }: Event): SavedCard | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>('.option') : null;
    return row ? this.#options.cards.cards[Number(row.dataset['index'])] : undefined;
  }

  readonly #toggle = (): void => {
    if (this.#options.lock.isPaying) return;
    this.#isUnfolded = !this.#isUnfolded;
    this.#newsPlace = Infinity;
    this.#closeQuestion();
  };

  readonly #togglePast = (): void => {
    if (this.#options.lock.isPaying) return;
    this.#arePastShown = !this.#arePastShown;
    this.announce('');
  };

  readonly #handleChange = (event: Event): void => {
    const { cards, chosen } = this.#options;
    const card = this.#findCard(event);
    if (!card) return;
    cards.choose(card.cardId);
    this.isChoiceMissing = false;
    // The list stays open while the shopper chooses: each arrow key chooses another card.
    this.#isUnfolded = true;
    this.announce('');
    chosen(card);
  };

  readonly #handleClick = (event: Event): void => {
    // While a payment runs, its card can be neither changed nor deleted. Arrow keys click too.
    if (this.#options.lock.isPaying) event.preventDefault();
    if (event.defaultPrevented) return;
    const card = this.#findCard(event);
    const control = event.target instanceof Element ? event.target.closest('button, label') : null;
    if (!card || !control || this.#isDeleting) return;
    if (control.matches('.delete')) this.#ask(card);
    else if (control.matches('[part="confirm-delete"]')) void this.#delete(card);
    else if (control.matches('[part="cancel-delete"]')) this.#keep(card);
    else this.#announceProblem(card);
  };

  readonly #handleKeydown = (event: KeyboardEvent): void => {
    const card = this.#findCard(event);
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter would pay; on a card it chooses.
      event.preventDefault();
      if (!event.target.checked) event.target.click();
    }
    if (event.key !== 'Escape' || this.#isDeleting || !card || card.cardId !== this.#askedId) return;
    // Esc closes this question, not a dialog of the shop around the checkout.
    event.preventDefault();
    event.stopPropagation();
    this.#keep(card);
  };

  /** Announces why a card cannot be chosen, when the shopper tries it. */
  #announceProblem(card: SavedCard): void {
    const { cards, localize } = this.#options;
    const problem = cards.findProblem(card);
    if (problem)
      this.announce(formatCardAbout({ card, problem, accepted: listBrandNames(cards.acceptedBrands), isChoice: true, localize }), true);
  }

  /** Asks whether to delete a card, with the focus on the button that keeps it. The news will appear below its row. */
  #ask(card: SavedCard): void {
    const { shown, past } = this.#listShown();
    this.#askedId = card.cardId;
    this.#newsPlace = shown.indexOf(card) + (past.includes(card) ? 2 : 1);
    this.announce('');
    this.#focus('[part="cancel-delete"]');
  }

  #keep(card: SavedCard): void {
    this.#closeQuestion();
    this.#focusButton(card);
  }

  #closeQuestion(): void {
    this.#askedId = undefined;
    this.announce('');
  }

  /** Deletes a card, announces the result in the place of the card, and moves the focus on unless the shopper has left the list. */
  async #delete(card: SavedCard): Promise<void> {
    const { cards, localize, loadClient } = this.#options;
    this.#isDeleting = true;
    this.announce('');
    const deletion = await cards.delete(card, loadClient);
    this.#isDeleting = false;
    this.#askedId = undefined;
    if (deletion === 'deleted') {
      // The row is gone, and its place is one row above.
      this.#newsPlace--;
      this.announce(localize.text('cardDeleted', { card: formatCardLabel(card, localize) }));
    } else if (deletion === 'failed') this.announce(localize.text('deleteFailed'));
    else this.announce(localize.text('deleteUnconfirmed'), true);
    // The focus of a removed row goes to the body.
    if (document.activeElement !== document.body && !this.#host.matches(':focus-within')) return;
    if (deletion === 'deleted') this.#focus(...NEXT);
    else this.#focusButton(card);
  }

  #focusButton(card: SavedCard): void {
    const key = savedCardKey(card);
    this.#focus(`[data-index="${this.#options.cards.cards.findIndex((each) => savedCardKey(each) === key)}"] .delete`);
  }

  /** Moves the focus to the first of these that is there, after the next render. */
  #focus(...selectors: readonly string[]): void {
    void this.#host.updateComplete.then(() => {
      const found = selectors.map((selector) => this.#host.renderRoot.querySelector<HTMLElement>(selector));
      found.find((control) => control !== null)?.focus();
    });
  }
}
