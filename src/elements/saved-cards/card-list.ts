import { nothing, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PaymentsClient } from '../../client/create-client.js';
import { isFocusLost } from '../../controllers/page/find-focus.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { isAccountList } from '../../controllers/settings/account-list.js';
import type { SettingsController } from '../../controllers/settings/settings-controller.js';
import { savedCardKey, type SavedCard } from '../../domain/card/saved-card.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import type { PayLock } from '../shared/form/pay-lock.js';
import type { LateCode } from '../shared/late-element.js';
import { formatCardAbout, formatCardLabel, renderCardOption } from './card-option.js';
import { html } from '../shared/html.js';

/** The largest number of cards that the list shows without scrolling. */
const MAX_UNSCROLLED = 12;

/** The selector of a button that deletes a card, unless it is hidden. */
const DELETE = '.delete:not([hidden])';

/** The selectors of the controls that may get the focus after a deletion. The first one that matches gets it. */
const FOCUS_AFTER_DELETION = [
  '.news + .option input:enabled',
  `.news + .option ${DELETE}`,
  'input:enabled',
  '[part="other-card"]:not([hidden])',
  DELETE,
  '[part="cards-empty"]',
];

/** The parts of the element that its list works with. */
export interface CardListOptions {
  controller: SavedCardsController;
  settings: SettingsController;
  localize: LocalizeController;
  lock: PayLock;
  loadClient: () => Promise<PaymentsClient>;
  /** Opens the row of the checkout that the cards are in, if it is closed. */
  openRow: () => void;
  /** Called when the shopper has chosen a card, in an open row. */
  cardChosen: (card: SavedCard) => void;
}

/** The state of the element that its list is rendered from, in addition to the cards. */
interface CardListView {
  /** True or false if the cards are rows of a checkout, whose method is open or not. */
  isOpenRow: boolean | undefined;
  /** True if a card can be chosen. */
  isChoice: boolean;
  isRequired: boolean;
  isDisabled: boolean;
  /** The directive that draws the mark of a brand; `undefined` until it is loaded. */
  drawMarks: LateCode['drawMarks'] | undefined;
}

/** The cards by the place that the list has for them. */
interface ListedCards {
  /** The cards that have a row, the expired ones last. */
  shown: readonly SavedCard[];
  /** The expired cards that a button shows and hides. */
  collapsible: readonly SavedCard[];
  /** The number of other cards that are hidden. */
  hiddenCount: number;
}

/**
 * The list of saved cards: its rows, the choice among them, and the confirmation of a deletion. It shows the first cards that are not
 * expired, and a button that shows the others; once all of them are shown, a button shows the expired ones. Where the cards are rows of a
 * checkout, another button shows the ones that delete a card. A message among the rows reports the result of a deletion, in the place of the
 * card.
 */
export class CardList {
  /** True after a validation that found no chosen card, until a card is chosen. */
  isChoiceMissing = false;
  readonly #host: LitElement;
  readonly #options: CardListOptions;
  /** True once the shopper has asked for all cards that are not expired. */
  #areAllShown = false;
  #areExpiredShown = false;
  /** True while each row has a button that deletes the card. */
  #isManaged = false;
  #message = '';
  /** True if the message is visually hidden, since its row shows the same text. */
  #isMessageHidden = false;
  /**
   * The number of rows before the message. It changes only with a deletion, and when the list is closed: after a change Lit creates the rows
   * below the message again, and a focus in them is lost.
   */
  #messagePlace = Infinity;
  /** The `cardId` of the card whose deletion the shopper is asked to confirm. */
  #deletionId: string | undefined;
  #isDeleting = false;

  constructor(host: LitElement, options: CardListOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Shows the list as at first, closes the confirmation and clears the message. */
  reset(): void {
    this.#areAllShown = this.#areExpiredShown = false;
    this.close();
  }

  /** Clears the message among the rows. */
  clearMessage(): void {
    this.#showMessage('');
  }

  /** Shows a message among the rows, which screen readers announce. With `isHidden` it is visually hidden. */
  #showMessage(text: string, isHidden = false): void {
    this.#message = text;
    this.#isMessageHidden = isHidden;
    this.#host.requestUpdate();
  }

  /** Renders the error, the rows, and the sentence of an empty list. A list on an account page never scrolls. */
  render(view: CardListView): TemplateResult {
    const { controller, localize } = this.#options;
    const { isOpenRow, isChoice, isRequired } = view;
    const isAccount = this.#isAccount;
    const count = controller.cards.length;
    const listed = this.#listShown();
    const areAllExpired = !isAccount && count > 0 && controller.cards.every((card) => controller.findProblem(card) === 'expired');
    // The only card needs no visible radio if it is chosen, but the radio of a row is aligned with those of the other methods.
    const areRadiosVisible = isChoice && (isOpenRow !== undefined || !(controller.chosen && count === 1));
    const empty = controller.hasFailed ? 'cardsFailed' : areAllExpired ? 'cardsOver' : 'cardsEmpty';
    return html`<p
        part="error"
        class="error"
        id="choose"
        role="alert"
        .textContent=${this.isChoiceMissing ? localize.text('cardChoose') : ''}
      ></p>
      <div
        class="cards ${!areRadiosVisible ? 'lone' : listed.shown.length > MAX_UNSCROLLED && !isAccount ? 'many' : ''}"
        id="cards"
        part="card-list"
        role=${isChoice ? 'radiogroup' : 'group'}
        aria-label=${localize.text('cards')}
        aria-errormessage=${isChoice ? 'choose' : nothing}
        aria-required=${isChoice ? isRequired : nothing}
        aria-invalid=${isChoice ? this.isChoiceMissing : nothing}
        @input=${this.#handleInput}
        @click=${this.#handleClick}
        @keydown=${this.#handleKeydown}
      >
        ${this.#renderRows(view, listed)}
      </div>
      ${count && !areAllExpired ? nothing : html`<p part="cards-empty" class="muted" tabindex=${isAccount ? -1 : nothing} .textContent=${localize.text(empty)}></p>`}`;
  }

  /** Renders the rows and the message, but only if something of them has changed: there may be hundreds of cards. */
  #renderRows(view: CardListView, listed: ListedCards): unknown {
    const { controller, settings, localize } = this.#options;
    const { isOpenRow, isChoice, isDisabled, drawMarks } = view;
    const { shown, collapsible } = listed;
    const { cards } = controller;
    const accepted = listBrandNames(controller.acceptedBrands);
    const words = [localize.language, settings.input.texts, accepted];
    const { savedCardsShown } = settings.current.settings;
    const listing = [isOpenRow, this.#isAccount, savedCardsShown, this.#areAllShown, this.#areExpiredShown, this.#isManaged];
    const state = [...listing, this.#deletionId, this.#isDeleting];
    const message = [this.#message, this.#isMessageHidden, this.#messagePlace];
    return guard([cards, isChoice, isDisabled, drawMarks, ...words, ...state, ...message], () => {
      const indexes = new Map(cards.map((card, index) => [card, index]));
      const isDeletable = isOpenRow === undefined || this.#isManaged;
      const common = { accepted, isDisabled, isChoice, isDeletable, localize };
      const rows = shown.map((card) => {
        const index = indexes.get(card) ?? 0;
        const deletion = card.cardId !== this.#deletionId ? undefined : this.#isDeleting ? 'deleting' : 'asking';
        return renderCardOption({ ...common, card, index, problem: controller.findProblem(card), deletion, mark: drawMarks?.(card.brand) });
      });
      const buttons = this.#renderButtons(view, listed);
      // The buttons follow the cards that are not expired.
      if (buttons.length) rows.splice(cards.length - collapsible.length, 0, html`<div class="buttons">${buttons}</div>`);
      const place = Math.min(this.#messagePlace, rows.length);
      return html`${rows.slice(0, place)}
        <p part="cards-news" class="news ${this.#isMessageHidden ? 'unseen' : ''}" role="status" .textContent=${this.#message}></p>
        ${rows.slice(place)}`;
    });
  }

  /** Renders the buttons that show more cards, and in rows of a checkout the one that shows those that delete cards. */
  #renderButtons({ isOpenRow, isDisabled }: CardListView, { shown, collapsible, hiddenCount }: ListedCards): TemplateResult[] {
    const { localize } = this.#options;
    const buttons: TemplateResult[] = [];
    if (hiddenCount) {
      const text = localize.text('cardsAll', { count: shown.length + hiddenCount });
      buttons.push(renderMore('all-cards-button', { text, isDisabled, isExpanded: false, toggle: this.#showAll }));
    }
    if (collapsible.length && isOpenRow !== false) {
      const text = localize.text('cardsPast', { count: collapsible.length });
      const button = { text, isDisabled, isExpanded: this.#areExpiredShown, toggle: this.#toggleExpired };
      buttons.push(renderMore('expired-cards-button', button));
    }
    if (isOpenRow) {
      const button = { text: localize.text('cardsManage'), isDisabled, isExpanded: this.#isManaged, toggle: this.#toggleManaged };
      buttons.push(renderMore('manage-cards-button', button));
    }
    return buttons;
  }

  get #isAccount(): boolean {
    return isAccountList(this.#options.settings);
  }

  /** Lists the cards that are shown and hidden. A list on an account page shows all. The chosen card is never hidden. */
  #listShown(): ListedCards {
    const { controller, settings } = this.#options;
    const { chosen } = controller;
    const current: SavedCard[] = [];
    const expired: SavedCard[] = [];
    for (const card of controller.cards) (controller.findProblem(card) === 'expired' ? expired : current).push(card);
    if (this.#isAccount) return { shown: [...current, ...expired], collapsible: [], hiddenCount: 0 };
    const { savedCardsShown } = settings.current.settings;
    const first = current.slice(0, Math.max(savedCardsShown, chosen ? current.indexOf(chosen) + 1 : 0));
    if (!this.#areAllShown && first.length < current.length)
      return { shown: first, collapsible: [], hiddenCount: current.length - first.length };
    return { shown: this.#areExpiredShown ? [...current, ...expired] : current, collapsible: expired, hiddenCount: 0 };
  }

  /** Finds the card in whose row an event happened. */
  #findCard({ target }: Event): SavedCard | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>('.option') : null;
    return row ? this.#options.controller.cards[Number(row.dataset['index'])] : undefined;
  }

  /** Clears the error and the message, and hides the buttons that delete cards. */
  close(): void {
    this.isChoiceMissing = this.#isManaged = false;
    this.#messagePlace = Infinity;
    this.#closeConfirmation();
  }

  readonly #toggleManaged = (): void => {
    if (this.#options.lock.isPaying || this.#isDeleting) return;
    this.#isManaged = !this.#isManaged;
    this.#closeConfirmation();
  };

  /** Shows all cards that are not expired. The focus moves to the first control of the new rows, since the button is removed. */
  readonly #showAll = (): void => {
    if (this.#options.lock.isPaying) return;
    const { length } = this.#listShown().shown;
    this.#areAllShown = true;
    this.clearMessage();
    const next = this.#listShown().shown[length];
    if (!next) return;
    const row = this.#selectRow(next);
    this.#focus(`:is(${row}, ${row} ~ .option) :is(input:enabled, ${DELETE})`, '[part="manage-cards-button"]', 'input:enabled');
  };

  readonly #toggleExpired = (): void => {
    if (this.#options.lock.isPaying) return;
    this.#areExpiredShown = !this.#areExpiredShown;
    this.clearMessage();
  };

  /** Chooses a card. In a checkout it opens the row of the cards first. */
  readonly #handleInput = (event: Event): void => {
    const { controller, openRow, cardChosen } = this.#options;
    const card = this.#findCard(event);
    if (!card) return;
    // A listener of the chosen card may pay, and the open method pays.
    openRow();
    controller.choose(card.cardId);
    this.isChoiceMissing = false;
    this.clearMessage();
    cardChosen(card);
  };

  readonly #handleClick = (event: Event): void => {
    const { lock, openRow } = this.#options;
    // While a payment runs, its card can be neither changed nor deleted. In a group of radios, arrow keys fire clicks as well.
    if (lock.isPaying) {
      event.preventDefault();
      openRow();
    }
    if (event.defaultPrevented) return;
    const card = this.#findCard(event);
    const control = event.target instanceof Element ? event.target.closest('button, label') : null;
    if (!card || !control || this.#isDeleting) return;
    if (control.matches('.delete')) this.#askToDelete(card);
    else if (control.matches('[part="confirm-delete"]')) void this.#delete(card);
    else if (control.matches('[part="cancel-delete"]')) this.#cancelDeletion(card);
    else this.#announceProblem(card);
  };

  readonly #handleKeydown = (event: KeyboardEvent): void => {
    const card = this.#findCard(event);
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter would submit the form and pay. On a radio it chooses the card instead.
      event.preventDefault();
      if (!event.target.checked) event.target.click();
    }
    if (event.key !== 'Escape' || this.#isDeleting || !card || card.cardId !== this.#deletionId) return;
    // Esc closes the confirmation, not a dialog of the shop around the checkout.
    event.preventDefault();
    event.stopPropagation();
    this.#cancelDeletion(card);
  };

  /** Announces the reason why a card cannot be chosen after the shopper has pressed it. */
  #announceProblem(card: SavedCard): void {
    const { controller, localize } = this.#options;
    const problem = controller.findProblem(card);
    const accepted = listBrandNames(controller.acceptedBrands);
    if (problem) this.#showMessage(formatCardAbout({ card, problem, accepted, isChoice: true, localize }), true);
  }

  /** Opens the confirmation of a deletion, with the focus on its cancel button. The place of the message is then below the card's row. */
  #askToDelete(card: SavedCard): void {
    const { shown, collapsible } = this.#listShown();
    this.#deletionId = card.cardId;
    // The button above the expired cards is a row, too.
    this.#messagePlace = shown.indexOf(card) + (collapsible.includes(card) ? 2 : 1);
    this.clearMessage();
    this.#focus('[part="cancel-delete"]');
  }

  #cancelDeletion(card: SavedCard): void {
    this.#closeConfirmation();
    this.#focus(`${this.#selectRow(card)} ${DELETE}`);
  }

  #closeConfirmation(): void {
    this.#deletionId = undefined;
    this.clearMessage();
  }

  /** Deletes a card and shows the result in its place. Moves the focus to the next control, unless the shopper has left the list. */
  async #delete(card: SavedCard): Promise<void> {
    const { controller, localize, loadClient } = this.#options;
    this.#isDeleting = true;
    this.clearMessage();
    const deletion = await controller.delete(card, loadClient);
    this.#isDeleting = false;
    this.#deletionId = undefined;
    if (deletion === 'deleted') {
      // The message takes the place of the removed row.
      this.#messagePlace--;
      this.#showMessage(localize.text('cardDeleted', { card: formatCardLabel(card, localize) }));
    } else if (deletion === 'failed') this.#showMessage(localize.text('deleteFailed'));
    else this.#showMessage(localize.text('deleteUnconfirmed'), true);
    // The body has the focus after the control with the focus was removed.
    if (!isFocusLost(this.#host) && !this.#host.matches(':focus-within')) return;
    if (deletion === 'deleted') this.#focus(...FOCUS_AFTER_DELETION);
    else this.#focus(`${this.#selectRow(card)} ${DELETE}`);
  }

  /** Returns the selector of a card's row. */
  #selectRow(card: SavedCard): string {
    const key = savedCardKey(card);
    return `[data-index="${this.#options.controller.cards.findIndex((each) => savedCardKey(each) === key)}"]`;
  }

  /** Moves the focus to the first of these controls that is in the list, after the next render. */
  #focus(...selectors: readonly string[]): void {
    void this.#host.updateComplete.then(() => {
      const found = selectors.map((selector) => this.#host.renderRoot.querySelector<HTMLElement>(selector));
      found.find((control) => control !== null)?.focus();
    });
  }
}

/** Renders a button below the rows that shows more: cards, or the buttons that delete them. */
function renderMore(
  part: 'all-cards-button' | 'expired-cards-button' | 'manage-cards-button',
  { text, isDisabled, isExpanded, toggle }: { text: string; isDisabled: boolean; isExpanded: boolean; toggle: () => void },
): TemplateResult {
  return html`<button
    type="button"
    translate="no"
    part=${part}
    class="more"
    aria-expanded=${isExpanded}
    ?disabled=${isDisabled}
    @click=${toggle}
    .textContent=${text}
  ></button>`;
}
