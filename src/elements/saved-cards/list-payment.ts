import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import type { Settings } from '../../controllers/settings/settings.js';
import type { InvalidOutcome } from '../../domain/order/outcome.js';
import type { CardRows } from './card-rows.js';

/** What paying comes to where there is nothing to pay. Says so to the developer, who may have forgotten the amount. */
export function refusePayment(): InvalidOutcome {
  console.error('Balcão: <balcao-saved-cards> has no amount: it shows cards and pays nothing.');
  return { status: 'invalid', fields: ['amount'] };
}

/** What paying with a card of the list is rendered from. */
export interface ListPayment {
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
