import { html, nothing, type TemplateResult } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese } from '../../controllers/page/localize-controller.js';
import type { Circumstances, PaymentDraft } from '../../controllers/payment/payment-draft.js';
import { createSavedCardDraft } from '../../controllers/saved-cards/saved-card-draft.js';
import { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { findSourceScope, SourceController } from '../../controllers/page/source-controller.js';
import { isTokenRefusal } from '../../domain/card/token-refusal.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { ptBrCards } from '../../i18n/pt-br-cards.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import type { FormFault } from '../shared/form/form-element.js';
import { renderPayButton } from '../shared/form/pay-button.js';
import { PayingElement } from '../shared/form/paying-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { CardDeletion } from './card-deletion.js';
import { CardRows } from './card-rows.js';
import { savedCardsStyles } from './saved-cards.styles.js';

/**
 * The saved cards of a customer, to pick from, to pay with and to delete. Its value is the `cardId` of the chosen card.
 *
 * @tag balcao-saved-cards
 * @slot help - words of the shop below the pay button, such as whom to ask
 * @slot approved - words of the shop on a paid order, such as what comes next
 * @slot declined - words of the shop on a payment that was refused
 * @slot failed - words of the shop on a payment that was not made
 * @slot unconfirmed - words of the shop on a payment that nobody could confirm, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - when it can be used
 * @fires {Event} load - when the list of cards was read, or could not be
 * @fires {BalcaoEvent} balcao-card-selected - when the shopper chose a card
 * @fires {BalcaoEvent} balcao-card-deleted - when a card was deleted
 * @fires {BalcaoEvent} balcao-method-changed - when the shopper wants to use another card
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each payment too many
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @fires {BeforePayEvent} balcao-before-pay - before anything is paid; cancelable, and can wait
 * @fires {BalcaoEvent} balcao-approved - when the card was charged
 * @fires {BalcaoEvent} balcao-declined - when the service refused the charge
 * @fires {BalcaoEvent} balcao-failed - when the card was certainly not charged
 * @fires {BalcaoEvent} balcao-unconfirmed - when the card may have been charged
 * @csspart form - the form
 * @csspart error - that no card was chosen
 * @csspart card-list - all the cards
 * @csspart card-option - one card
 * @csspart card-name - what the card is called
 * @csspart card-about - the brand of a card with its expiry, or why it cannot be paid with
 * @csspart card-mark - the brand of a card
 * @csspart card-expiry - until when a card is valid
 * @csspart card-problem - why a card cannot be paid with
 * @csspart other-card - the button that leads to a new card
 * @csspart cards-empty - that there is no card, or that the cards could not be read
 * @csspart cards-news - what became of deleting a card
 * @csspart card-question - asks whether to delete a card
 * @csspart delete-button - the button that asks whether to delete a card
 * @csspart confirm-delete - the button that deletes the card
 * @csspart cancel-delete - the button that keeps the card
 * @csspart pay-button - the button that pays
 * @csspart pix-question - asks whether a Pix code of this order was paid
 * @csspart outcome - what became of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - what it means for the shopper
 * @csspart outcome-message - what the service said
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart check-button - asks again what became of an unconfirmed payment
 * @csspart reload-button - loads the page anew, where a part of it could not be loaded
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - what is behind, seen through the drawing of an outcome
 */
export class SavedCards extends PayingElement {
  static override styles = [themeStyles, fieldStyles, savedCardsStyles];

  protected override readonly parts =
    'form,error,card-list,card-option,card-name,card-about,card-mark,card-expiry,card-problem,card-question,other-card,delete-button,confirm-delete,cancel-delete,cards-empty,cards-news,label,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,pix-question,pay-button,check-button,reload-button,outcome,outcome-icon,outcome-title,outcome-text,outcome-message,outcome-details,outcome-note';

  readonly #cards = new SavedCardsController(this, {
    settings: () => this.settings.current.settings,
    clock: systemClock,
    listed: () => this.dispatchEvent(new Event('load')),
    problem: (operation, error) => this.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error })),
    deleted: ({ cardId, brand, last4 }) => {
      this.syncForm();
      this.dispatchEvent(new BalcaoEvent('balcao-card-deleted', { cardId, brand, last4 }));
    },
  });
  readonly #deletion = new CardDeletion({
    cards: this.#cards,
    localize: this.localize,
    loadClient: () => this.payment.loadClient(),
    say: (text) => this.#say(text),
    focus: (...selectors) => void this.#focus(selectors),
    // The focus of a removed row goes to the body.
    hasLeft: () => document.activeElement !== document.body && !this.matches(':focus-within'),
  });
  readonly #rows = new CardRows({
    cards: this.#cards,
    deletion: this.#deletion,
    localize: this.localize,
    isPaying: () => this.payment.isPaying,
    say: (text) => this.#say(text),
  });
  #isChoiceMissing = false;
  #news = '';

  constructor() {
    super();
    addPortuguese(ptBrCards);
    new SourceController(this, 'input', () => this.clear());
  }

  /** The `cardId` of the chosen card; empty for none. */
  get value(): string {
    return this.#cards.chosen?.cardId ?? '';
  }

  /** Whether there is any card to show. */
  get hasCards(): boolean {
    return this.#cards.cards.length > 0;
  }

  /** Clears the choice. */
  clear(): void {
    if (!this.value) return;
    this.#cards.choose(undefined);
    this.syncForm();
  }

  /** Clears the choice and the messages. An order that is paid or unconfirmed stays so. */
  reset(): void {
    this.clear();
    this.#isChoiceMissing = false;
    this.#deletion.reset();
    this.payment.reset();
  }

  /** Puts the focus on the chosen or the first card, or on the outcome of an order that accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (!this.payment.order.isPayable) this.find('[part="outcome"]')?.focus(options);
    else (this.find('input:checked') ?? this.find('input:enabled') ?? this.find('[part="other-card"]'))?.focus(options);
  }

  protected override get isComplete(): boolean {
    return this.value !== '';
  }

  protected override findFault(): FormFault | undefined {
    if (!this.required || this.value) return undefined;
    const anchor = this.find('input:enabled') ?? this.find('[part="other-card"]') ?? undefined;
    return { flag: 'valueMissing', message: this.localize.text('cardChoose'), anchor };
  }

  protected override render(): TemplateResult {
    const { localize } = this;
    if (this.payment.isUnavailable) {
      this.#rows.forget();
      return this.outcome.renderUnavailable();
    }
    const { order, outcome, isPaying } = this.payment;
    const { chosen, cards } = this.#cards;
    const { isDisabled } = this;
    const { settings } = this.settings.current;
    const empty = this.#cards.hasFailed ? 'cardsFailed' : 'cardsEmpty';
    return html`
      <form
        part="form"
        method="dialog"
        novalidate
        aria-label=${localize.text('cards')}
        aria-busy=${isPaying}
        ?hidden=${!order.isPayable}
        @submit=${this.handleSubmit}
      >
        <div
          class="cards"
          part="card-list"
          role="radiogroup"
          aria-label=${localize.text('cards')}
          aria-errormessage="choose"
          aria-required=${this.required}
          aria-invalid=${this.#isChoiceMissing}
          @change=${this.#handleChange}
          @click=${this.#rows.handleClick}
          @keydown=${this.#rows.handleKeydown}
        >
          ${this.#rows.render(isDisabled, this.settings.input.texts)}
        </div>
        ${cards.length ? nothing : html`<p part="cards-empty" class="muted">${localize.text(empty)}</p>`}
        <p part="error" class="error" id="choose" role="alert">${this.#isChoiceMissing ? localize.text('cardChoose') : nothing}</p>
        <button part="other-card" class="other" type="button" ?disabled=${isDisabled} @click=${this.#handleOther}>
          ${localize.text('cardOther')}
        </button>
        <balcao-installments
          class=${settings.offer ? '' : settings.feePayer}
          .brand=${chosen?.brand ?? 'unknown'}
          .disabled=${isDisabled || isPaying}
          ?hidden=${!cards.length}
          @change=${() => this.requestUpdate()}
        ></balcao-installments>
        ${this.outcome.renderPixQuestion(this.payment)}
        ${
          cards.length && settings.hasPayButton
            ? renderPayButton({
                payment: this.payment,
                settings,
                localize,
                plan: this.installments?.plan,
                isDisabled,
              })
            : nothing
        }
        <slot name="help"></slot>
      </form>
      ${this.outcome.renderOutcome(order, outcome)}
      <p part="cards-news" class="news" role="status">${this.#news}</p>
    `;
  }

  protected override updated(): void {
    super.updated();
    const { value } = this;
    for (const radio of this.renderRoot.querySelectorAll<HTMLInputElement>('[name="cardId"]')) radio.checked = radio.value === value;
  }

  readonly #handleChange = (event: Event): void => {
    const card = this.#rows.findCard(event);
    if (!card) return;
    this.#cards.choose(card.cardId);
    this.#isChoiceMissing = false;
    this.syncForm();
    const { cardId, brand, last4 } = card;
    this.dispatchEvent(new BalcaoEvent('balcao-card-selected', { cardId, brand, last4 }));
  };

  /** Sends the event for another card, and puts the focus on the card form nearby, if there is one. */
  readonly #handleOther = (): void => {
    if (this.payment.isPaying) return;
    this.clear();
    this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'card' }));
    findSourceScope(this).querySelector<HTMLElement>('balcao-card-form')?.focus();
  };

  /** Puts the focus on the first of these that is there, once all is rendered. */
  async #focus(selectors: readonly string[]): Promise<void> {
    await this.updateComplete;
    for (const selector of selectors) {
      const found = this.find(selector);
      if (found) return found.focus();
    }
  }

  #say(text: string): void {
    this.#news = text;
    this.requestUpdate();
  }

  protected override validate(): PaymentDraft | { fields: string[] } {
    const { chosen } = this.#cards;
    this.#isChoiceMissing = !chosen && !this.isDisabled;
    this.requestUpdate();
    if (chosen && !this.isDisabled) return createSavedCardDraft(chosen, this.plan);
    if (!this.isDisabled) void this.updateComplete.then(() => this.focus());
    return { fields: ['cardId'] };
  }

  /** A card that the service itself calls expired or deleted is not offered again. */
  protected override settled(outcome: PaymentOutcome, { isShown }: Circumstances): void {
    const { chosen } = this.#cards;
    if (outcome.status === 'declined' && chosen && isTokenRefusal(outcome.message)) this.#cards.markInvalid(chosen.cardId);
    if (isShown && (outcome.status === 'approved' || outcome.status === 'unconfirmed')) this.clear();
  }
}
