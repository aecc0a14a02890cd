import {
  nothing,
  type ComplexAttributeConverter,
  type PropertyDeclarations,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { createSizeObserver } from '../../controllers/page/size-observer.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese } from '../../controllers/page/localize-controller.js';
import type { OutcomeContext } from '../../controllers/payment/payment-draft.js';
import { rememberUse } from '../../controllers/saved-cards/card-stores.js';
import { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { ExclusiveChoiceController, findChoiceScope, isBesideOtherCard } from '../../controllers/page/exclusive-choice-controller.js';
import { isAccountList } from '../../controllers/settings/account-list.js';
import { isCardIdRefusal, type SavedCard } from '../../domain/card/saved-card.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { ptBrSavedCards } from '../../i18n/pt-br-saved-cards.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import { installmentsRoomStyles } from '../shared/form/installments-room.styles.js';
import type { FormFault } from '../shared/form/form-element.js';
import { PayingElement, type PayingLate } from '../shared/form/paying-element.js';
import type { LateCode } from '../shared/late-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { CardList } from './card-list.js';
import { savedCardsStyles } from './saved-cards.styles.js';
import { html } from '../shared/html.js';

/** The lazy-loaded part of the element. The list of cards is rendered without it. */
interface SavedCardsLate extends PayingLate {
  readonly drawMarks: LateCode['drawMarks'];
}

/** The attribute `row`, which the styles select: `open` or `closed`, and absent from a list that is no row. */
const rowConverter: ComplexAttributeConverter<boolean | undefined> = {
  fromAttribute: (row) => (row === null ? undefined : row === 'open'),
  toAttribute: (isOpen) => (isOpen === undefined ? null : isOpen ? 'open' : 'closed'),
};

/**
 * The saved cards of a customer, to pay with and to delete. The value of the element is the `cardId` of the chosen card. Until the shopper
 * chooses a card, the chosen card is the one that was used last, or else the first that can be paid with. With `pay-button="none"` and
 * without an `amount`, also on the elements around it, it is the list of an account page: it shows the cards and can delete them.
 *
 * @example
 * ```html
 * <balcao-saved-cards base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42" customer-id="maria"></balcao-saved-cards>
 * ```
 *
 * @tag balcao-saved-cards
 * @slot help - the shop's content below the pay button, and below an order that only the shop can put right, such as whom to ask
 * @slot approved - the shop's content for a paid order, such as what comes next
 * @slot declined - the shop's content for a payment that was refused
 * @slot failed - the shop's content for a payment that was not made
 * @slot unconfirmed - the shop's content for a payment that could not be confirmed, such as how to reach the shop
 * @fires {BalcaoEvent} balcao-ready - when the element can be used
 * @fires {Event} load - when the list of cards was read, or could not be read
 * @fires {BalcaoEvent} balcao-field-focus - when a field got the focus; `detail.name` is its name
 * @fires {BalcaoEvent} balcao-field-blur - when a field lost the focus, also if the field was removed
 * @fires {BalcaoEvent} balcao-card-selected - when the shopper chose a card
 * @fires {BalcaoEvent} balcao-card-deleted - when a card was deleted
 * @fires {BalcaoEvent} balcao-method-changed - when the shopper wants to use another card, to pay by Pix, or to use the saved cards again
 * @fires {BalcaoEvent} balcao-duplicate - when the shopper paid more than was due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something other than a payment fails; `detail.operation` names it
 * @fires {BeforePayEvent} balcao-before-pay - before a payment; it can be cancelled and can wait
 * @fires {BalcaoEvent} balcao-approved - when the card was charged
 * @fires {BalcaoEvent} balcao-declined - when the service refused the charge
 * @fires {BalcaoEvent} balcao-failed - when the card was certainly not charged
 * @fires {BalcaoEvent} balcao-unconfirmed - when the card may have been charged
 * @csspart form - the form
 * @csspart error - the error that no card was chosen
 * @csspart card-list - the list of the cards
 * @csspart card-option - one card
 * @csspart card-name - the name of the card
 * @csspart card-about - the expiry of a card, or the reason why it cannot be paid with
 * @csspart card-mark - the mark of a card's brand
 * @csspart card-expiry - the expiry of a card
 * @csspart card-problem - the reason why a card cannot be paid with
 * @csspart all-cards-button - the button that shows the cards that are not listed at first
 * @csspart expired-cards-button - the button that shows the expired cards
 * @csspart manage-cards-button - the button that shows the buttons that delete cards
 * @csspart other-card - the button that leads to a new card
 * @csspart cards-empty - the sentence that there is no card, that all are expired, or that the cards could not be read
 * @csspart cards-news - the message about the result of a deletion, in the place of the card
 * @csspart card-question - the confirmation of a deletion
 * @csspart delete-button - the button that asks for the confirmation of a deletion
 * @csspart confirm-delete - the button that deletes the card
 * @csspart cancel-delete - the button that keeps the card
 * @csspart pay-button - the button that pays
 * @csspart pix-question - the question whether a Pix code of this order was paid
 * @csspart outcome - the outcome of the payment
 * @csspart outcome-icon - the icon of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - the explanation of an outcome
 * @csspart outcome-message - the message of the service
 * @csspart outcome-details - the amount, plan, card, time and identifier of a payment
 * @csspart outcome-note - the note that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - the paid amount
 * @csspart copy-identifier-button - the button that copies the identifier of a payment
 * @csspart receipt-button - the button that shares a receipt on phones, and prints it elsewhere
 * @csspart pay-with-pix-button - the button that leads to Pix after a payment that was not made
 * @csspart use-other-card-button - the button that leads to another card after a payment that was not made
 * @csspart check-button - the button that queries the result of an unconfirmed payment again
 * @csspart reload-button - the button that reloads the page after a part could not be loaded
 * @cssprop [--balcao-duration=0.16s] - duration of motion; there is none if the device asks for reduced motion
 * @cssprop [--balcao-label-weight=500] - weight of labels
 * @cssprop [--balcao-label-size=0.9375em] - size of labels
 * @cssprop [--balcao-background=Canvas] - the background of the page; the lines of an icon have this colour
 */
export class SavedCards extends PayingElement<SavedCardsLate> {
  static override styles = [themeStyles, fieldStyles, savedCardsStyles, installmentsRoomStyles];

  static override properties: PropertyDeclarations = { isOpenRow: { attribute: 'row', reflect: true, converter: rowConverter } };

  /**
   * True while the cards are rows of the method that is open in a checkout, false while another method is open: then the cards are shown
   * alone, and none of them is checked. `undefined` in any other list. The checkout sets it. The attribute is `open` or `closed`.
   */
  declare isOpenRow: boolean | undefined;

  protected override readonly parts =
    'form,error,all-cards-button,expired-cards-button,manage-cards-button,card-list,card-option,card-name,card-about,card-mark,card-expiry,card-problem,card-question,other-card,delete-button,confirm-delete,cancel-delete,cards-empty,cards-news,label,pay-button,reload-button,outcome,outcome-text';

  readonly #cards = new SavedCardsController(this, {
    settings: () => this.settings.current.settings,
    clock: systemClock,
    mayChooseAhead: () => this.#isChoice && this.isPayable && !isNewCardUsed(this),
    listed: () => this.dispatchEvent(new Event('load')),
    problem: (operation, error) => this.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error })),
    deleted: ({ cardId, brand, last4 }) => {
      this.syncForm();
      this.dispatchEvent(new BalcaoEvent('balcao-card-deleted', { cardId, brand, last4 }));
    },
  });
  readonly #list = new CardList(this, {
    ...{ controller: this.#cards, settings: this.settings, localize: this.localize, lock: this.lock },
    loadClient: async () => (await this.late.load()).payment.loadClient(),
    openRow: () => this.#openRow(),
    cardChosen: ({ cardId, brand, last4 }) => {
      this.syncForm();
      this.dispatchEvent(new BalcaoEvent('balcao-card-selected', { cardId, brand, last4 }));
    },
  });

  constructor() {
    super();
    addPortuguese(ptBrSavedCards);
    new SizeController(this, () => this.syncForm());
    new ExclusiveChoiceController(this, 'input', () => this.clear());
  }

  /** The `cardId` of the chosen card; empty if there is none. A card that was chosen in advance counts only while the list is visible. */
  get value(): string {
    const chosen = this.#chosen;
    return chosen && (!this.#cards.isChosenAhead || this.getClientRects().length) ? chosen.cardId : '';
  }

  /** The card that a payment would use: the chosen one, else the one to choose in advance; `undefined` if there is none. */
  get preferredCard(): SavedCard | undefined {
    return this.#cards.preferred;
  }

  /** True if there is any card to show. */
  get hasCards(): boolean {
    return this.#cards.cards.length > 0;
  }

  /** True if any card can be paid with, chosen or not. */
  get hasPayable(): boolean {
    return this.#cards.payable !== undefined;
  }

  /** Clears the choice. No card is chosen in advance again until `reset()`. */
  clear(): void {
    this.#cards.choose(undefined);
    this.syncForm();
  }

  /** Resets the choice to the card that is chosen in advance, and clears the messages. An order that is paid or unconfirmed stays so. */
  reset(): void {
    this.#renewChoice();
    this.lock.reset();
    this.late.loaded?.payment.reset();
  }

  /** Puts the focus on the chosen card or the first one, or on the outcome if the order accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (!this.isPayable) this.find('[part="outcome"]')?.focus(options);
    else (this.find('input:checked') ?? this.find('input:enabled, [part="other-card"]') ?? this.find('.delete'))?.focus(options);
  }

  /** Pays with the chosen card. On an account page nothing is paid, and the outcome is `invalid` with the field `amount`. */
  override pay(): Promise<PaymentOutcome> {
    this.settings.sync();
    if (!isAccountList(this.settings)) return super.pay();
    // The developer may have forgotten the amount.
    console.error('Balcão: <balcao-saved-cards> has no amount: it shows cards and pays nothing.');
    return Promise.resolve({ status: 'invalid', fields: ['amount'] });
  }

  /** True if a card can be chosen: to pay with it, or as the value of a shop's own form. */
  get #isChoice(): boolean {
    return !isAccountList(this.settings) || this.required || Boolean(this.name);
  }

  /** The chosen card; `undefined` while another method of the checkout is chosen. */
  get #chosen(): SavedCard | undefined {
    return this.isOpenRow === false ? undefined : this.#cards.chosen;
  }

  protected override get isComplete(): boolean {
    return this.#cards.chosen !== undefined;
  }

  protected override findFault(): FormFault | undefined {
    if (!this.required || this.value) return undefined;
    const anchor = this.find('input:enabled') ?? this.find('[part="other-card"]') ?? undefined;
    return { flag: 'valueMissing', message: this.localize.text('cardChoose'), anchor };
  }

  protected override render(): TemplateResult {
    const { localize, isDisabled } = this;
    if (this.isUnavailable) return this.renderOutcome();
    const { drawMarks } = this.late.loaded ?? {};
    return html`
      ${this.renderOutcome()}
      <form
        part="form"
        method="dialog"
        novalidate
        aria-label=${localize.text('cards')}
        aria-busy=${this.lock.isPaying}
        ?hidden=${!this.isPayable}
        @submit=${this.handleSubmit}
        @focusin=${this.late.recordFocus}
      >
        ${this.#list.render({ isOpenRow: this.isOpenRow, isChoice: this.#isChoice, isRequired: this.required, isDisabled, drawMarks })}
        ${isAccountList(this.settings) ? nothing : this.#renderPayment()}
        <slot name="help"></slot>
      </form>
    `;
  }

  /** Renders the button for another card, the plans, the question about a Pix code and the pay button. For a list that can pay. */
  #renderPayment(): TemplateResult {
    const { localize, isDisabled } = this;
    const { chosen, payable } = this.#cards;
    const { offer, maxInstallments, feePayer, hasPayButton } = this.settings.current.settings;
    const late = this.late.loaded;
    return html`<button
        part="other-card"
        class="other"
        type="button"
        translate="no"
        ?hidden=${this.isOpenRow && payable}
        ?disabled=${isDisabled}
        @click=${this.#handleOther}
        .textContent=${localize.text('cardOther')}
      ></button>
      <balcao-installments
        class=${offer ? '' : maxInstallments > 1 ? feePayer : 'merchant'}
        .brand=${chosen?.brand ?? 'unknown'}
        .disabled=${isDisabled || this.lock.isPaying}
        ?hidden=${!payable}
        @change=${() => this.requestUpdate()}
      ></balcao-installments>
      ${late?.view.renderPixQuestion(late.payment) ?? nothing}${payable && hasPayButton ? this.renderPayButton() : nothing}`;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('isOpenRow') && this.isOpenRow === false) this.#list.close();
  }

  protected override updated(): void {
    super.updated();
    const chosen = this.#chosen;
    for (const radio of this.renderRoot.querySelectorAll<HTMLInputElement>('[name="cardId"]'))
      radio.checked = radio.value === chosen?.cardId;
  }

  /** Sends the event for another card, and moves the focus to the card form in the same checkout, form or page, if there is one. */
  readonly #handleOther = (): void => {
    if (this.lock.isPaying) return;
    if (isBesideOtherCard(this)) this.clear();
    this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'card' }));
    findChoiceScope(this).querySelector<HTMLElement>('balcao-card-form')?.focus();
  };

  /** Opens the row of a checkout, if another method is open: from then on the checkout pays with the list. */
  #openRow(): void {
    if (this.isOpenRow === false) this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'saved-card' }));
  }

  /** Resets the choice and the list. */
  #renewChoice(): void {
    this.#cards.renewChoice();
    this.#list.reset();
    this.syncForm();
  }

  protected override makeLate({ PaymentController, OutcomeView, createSavedCardDraft, drawMarks }: LateCode): SavedCardsLate {
    const isComplete = (): boolean => this.isComplete;
    const payment = new PaymentController(this, this.settings, {
      get isComplete() {
        return isComplete();
      },
      ready: () => this.ready(),
      findPlan: () => (this.installments?.refuse() ? undefined : this.plan),
      validate: () => {
        const card = this.#validate();
        return 'fields' in card ? card : createSavedCardDraft(card);
      },
      markPlan: (isWrong) => this.installments?.markWrong(isWrong),
      settled: (outcome, context) => this.#settle(outcome, context),
    });
    return { payment, view: new OutcomeView(this, this.localize, this.late.earlierFocus), drawMarks };
  }

  protected override markInvalid(): boolean {
    return !('fields' in this.#validate());
  }

  /** Returns the chosen card. If there is none, shows the error and returns the field. */
  #validate(): SavedCard | { fields: string[] } {
    const { chosen } = this.#cards;
    this.#list.isChoiceMissing = !chosen && !this.isDisabled;
    this.#list.clearMessage();
    if (chosen && !this.isDisabled) return chosen;
    if (!this.isDisabled) void this.updateComplete.then(() => this.focus());
    return { fields: ['cardId'] };
  }

  /** Applies an outcome to the list. A card that the service has refused as expired or deleted is not offered again. */
  #settle(outcome: PaymentOutcome, { isShown }: OutcomeContext): void {
    const { chosen } = this.#cards;
    if (outcome.status === 'declined' && chosen && isCardIdRefusal(outcome.message)) this.#cards.markInvalid(chosen.cardId);
    if (outcome.status === 'approved' && outcome.cardId !== undefined) void rememberUse(this.settings.current.settings, outcome.cardId);
    // The next order starts with the card that is chosen in advance.
    if (isShown && (outcome.status === 'approved' || outcome.status === 'unconfirmed')) this.#renewChoice();
  }
}

/**
 * Returns true if a new card is typed or tokenized in the form beside the list, also if that was before the list could receive the event.
 */
function isNewCardUsed(list: HTMLElement): boolean {
  const form = isBesideOtherCard(list) ? findChoiceScope(list).querySelector('balcao-card-form') : null;
  return Boolean(form?.isTyped || form?.value);
}

/** Calls `changed` when the size of an element changes, also when the element appears or disappears. */
class SizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #changed: () => void;
  #sizes: ResizeObserver | undefined;

  constructor(host: ReactiveControllerHost & Element, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#sizes = createSizeObserver(this.#host, this.#changed);
    this.#sizes.observe(this.#host);
  }

  /**
   * Starts to observe again after each update of a hidden element. If the element appears again before the next frame, the observer would
   * compare its size with the one before it was hidden and would report no change.
   */
  hostUpdated(): void {
    if (this.#host.getClientRects().length) return;
    this.hostDisconnected();
    if (this.#host.isConnected) this.hostConnected();
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
  }
}
