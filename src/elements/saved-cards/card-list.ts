import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import type { CardRows, CardRowsView } from './card-rows.js';
import type { Settings } from '../../controllers/settings/settings.js';
import type { InvalidOutcome } from '../../domain/order/outcome.js';

/** How many cards are shown below each other; more scroll in a box of their own. */
const FEW = 6;

/** What the choice of a card is rendered from. */
export interface CardList {
  cards: SavedCardsController;
  rows: CardRows;
  view: CardRowsView;
  localize: LocalizeController;
  isRequired: boolean;
  /** Whether a card must be chosen before anything is paid, and none is. */
  isChoiceMissing: boolean;
  handleChange: (event: Event) => void;
}

/**
 * Renders the cards: of those to pay with the chosen one alone and the button that shows the others, or all of them. What is wrong stands above.
 * A list where nothing is paid is as long as it is, and a group with no choice where there is none to make.
 */
export function renderCardList({ cards: { cards, chosen, hasFailed }, rows, view, localize, ...list }: CardList): TemplateResult {
  const { isFolded, areAllPast, isAccountList } = rows;
  const { isChoice } = view;
  const isOver = areAllPast && !isAccountList;
  const empty = hasFailed ? 'cardsFailed' : isOver ? 'cardsOver' : 'cardsEmpty';
  const isLone = isFolded || !isChoice || (chosen && cards.length === 1);
  return html`${rows.canFold ? renderChange(rows, view.isDisabled, localize) : nothing}
    <p part="error" class="error" id="choose" role="alert">${list.isChoiceMissing ? localize.text('cardChoose') : nothing}</p>
    <div
      class="cards ${isLone ? 'lone' : cards.length > FEW && !isAccountList ? 'many' : ''}"
      id="cards"
      part="card-list"
      role=${isChoice ? 'radiogroup' : 'group'}
      aria-label=${localize.text('cards')}
      aria-errormessage=${isChoice ? 'choose' : nothing}
      aria-required=${isChoice ? list.isRequired : nothing}
      aria-invalid=${isChoice ? list.isChoiceMissing : nothing}
      @change=${list.handleChange}
      @click=${rows.handleClick}
      @keydown=${rows.handleKeydown}
    >
      ${rows.render(view)}
    </div>
    ${cards.length && !isOver ? nothing : html`<p part="cards-empty" class="muted" tabindex=${isAccountList ? -1 : nothing}>${localize.text(empty)}</p>`}`;
}

function renderChange({ isFolded, toggle }: CardRows, isDisabled: boolean, localize: LocalizeController): TemplateResult {
  return html`<div part="card-change" class="change">
    <span aria-hidden="true">${localize.text('cardPay')}</span>
    <button
      type="button"
      part="change-card-button"
      class="more"
      aria-expanded=${!isFolded}
      aria-controls="cards"
      ?disabled=${isDisabled}
      @click=${toggle}
    >
      ${localize.text('cardChange')}
    </button>
  </div>`;
}

/** What paying comes to where there is nothing to pay. Says so to the developer, who may have forgotten the amount. */
export function refusePayment(): InvalidOutcome {
  console.error('Balcão: <balcao-saved-cards> has no amount: it shows cards and pays nothing.');
  return { status: 'invalid', fields: ['amount'] };
}

/** What paying with a card of the list is rendered from. */
interface ListPayment {
  cards: SavedCardsController;
  rows: CardRows;
  settings: Settings;
  localize: LocalizeController;
  isPaying: boolean;
  isDisabled: boolean;
  /** The question about a Pix of the order, where it is asked. */
  question: TemplateResult | typeof nothing;
  /** The button that pays. */
  button: TemplateResult;
  handleOther: () => void;
  handlePlan: () => void;
}

/** Renders what stands below the cards where one of them pays: the way to another card, the plans, the question about a Pix, the button. */
export function renderListPayment({ cards, settings, localize, isPaying, isDisabled, ...list }: ListPayment): TemplateResult {
  const { chosen, payable } = cards;
  return html`<button
      part="other-card"
      class="other"
      type="button"
      ?hidden=${list.rows.isFolded}
      ?disabled=${isDisabled}
      @click=${list.handleOther}
    >
      ${localize.text('cardOther')}
    </button>
    <balcao-installments
      class=${settings.offer ? '' : settings.maxInstallments > 1 ? settings.feePayer : 'merchant'}
      .brand=${chosen?.brand ?? 'unknown'}
      .disabled=${isDisabled || isPaying}
      ?hidden=${!payable}
      @change=${list.handlePlan}
    ></balcao-installments>
    ${list.question} ${payable && settings.hasPayButton ? list.button : nothing}`;
}
