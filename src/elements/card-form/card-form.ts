import { html, type PropertyValues, type TemplateResult } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { CardFieldsController } from '../../controllers/card/card-fields-controller.js';
import type { TypedCard } from '../../controllers/card/typed-card.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import type { Circumstances, PaymentDraft, Settling } from '../../controllers/payment/payment-draft.js';
import { createSavedCardDraft } from '../../controllers/saved-cards/saved-card-draft.js';
import { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';
import type { SaveCardController } from '../../controllers/saved-cards/save-card-controller.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { CheckoutError } from '../../domain/errors.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import type { FormFault } from '../shared/form/form-element.js';
import { renderPayButton } from '../shared/form/pay-button.js';
import { PayingElement } from '../shared/form/paying-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { cardFormStyles } from './card-form.styles.js';
import { FieldPlaces } from './card-fields.js';
import type * as lateForm from './late-form.js';
import { describePlanRoom } from './plan-room.js';
import { renderSaveCard } from './save-card.js';
import { ShopFormController } from './shop-form-controller.js';

/**
 * The form for a new card: number, holder name, expiry, security code, installments, "save this card" and the pay button. What is typed lives in
 * the inputs and in the request that needs it, nowhere else.
 *
 * @tag balcao-card-form
 * @slot card-frame - the shop's own `<iframe>` of `frame-url`, which then loads beside the script; without it the form puts one there
 * @slot card-consent - the shop's own words on keeping a card, below the tick
 * @slot help - words of the shop below the pay button, such as whom to ask
 * @slot approved - words of the shop on a paid order, such as what comes next
 * @slot declined - words of the shop on a payment that was refused
 * @slot failed - words of the shop on a payment that was not made
 * @slot unconfirmed - words of the shop on a payment that nobody could confirm, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - when it can be used
 * @fires {BalcaoEvent} balcao-field-focus - when the focus came into a field; `detail.name` says which
 * @fires {BalcaoEvent} balcao-field-blur - when the focus left a field, also because the field is gone
 * @fires {BalcaoEvent} balcao-card-changed - when the brand or the completeness of the card changed
 * @fires {BeforePayEvent} balcao-before-pay - before anything is paid; cancelable, and can wait
 * @fires {BalcaoEvent} balcao-approved - when the card was charged
 * @fires {BalcaoEvent} balcao-declined - when the service refused the charge
 * @fires {BalcaoEvent} balcao-failed - when the card was certainly not charged
 * @fires {BalcaoEvent} balcao-unconfirmed - when the card may have been charged
 * @fires {BalcaoEvent} balcao-method-changed - when the shopper wants to pay by Pix after a payment that was not made
 * @fires {BalcaoEvent} balcao-card-saved - when the card is kept for the customer
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each payment too many
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @csspart form - the form
 * @csspart field - a label with its control, hint and error
 * @csspart label - the label of a control
 * @csspart input - a text input
 * @csspart card-frame - the place of the frame of the card's fields, with `frame-url`
 * @csspart brand - the mark of the card's brand, in the field of its number
 * @csspart accepted-brands - the marks of the brands that are accepted, while that field is empty
 * @csspart hint - the hint below a control
 * @csspart error - what is wrong with a control
 * @csspart pay-button - the button that pays
 * @csspart save-card - the tick "save this card" with what belongs to it
 * @csspart consent - the shop's words on keeping a card
 * @csspart save-note - what became of keeping the card
 * @csspart pix-question - asks whether a Pix code of this order was paid
 * @csspart outcome - what became of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - what it means for the shopper
 * @csspart outcome-message - what the service said
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - what was paid, large
 * @csspart copy-identifier-button - copies the identifier of a payment
 * @csspart receipt-button - prints what is known of a payment, or keeps it as a file
 * @csspart pay-with-pix-button - leads to Pix after a payment that was not made
 * @csspart use-other-card-button - leads to another card after a payment that was not made
 * @csspart check-button - asks again what became of an unconfirmed payment
 * @csspart reload-button - loads the page anew, where a part of it could not be loaded
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - what is behind, seen through the drawing of an outcome
 */
export class CardForm extends PayingElement {
  static override styles = [themeStyles, fieldStyles, cardFormStyles];

  protected override readonly parts =
    'form,field,label,input,hint,error,save-card,save-note,consent,pay-button,reload-button,outcome,outcome-text';

  readonly #fields = new CardFieldsController(this, {
    acceptedBrands: () => this.settings.current.settings.acceptedBrands,
    clock: systemClock,
    typed: () => this.#dropTokenized(),
    canBeEmpty: () => this.checkValidity(),
    judged: () => this.syncForm(),
    changed: (change) => this.dispatchEvent(new BalcaoEvent('balcao-card-changed', change)),
    framed: {
      host: this,
      settings: this.settings,
      localize: this.localize,
      load: () => import('../../controllers/card-frame/form/follow-frame.js'),
    },
  });
  readonly #places = new FieldPlaces(this, () => this.settings.current.settings.frameUrl, this.localize);
  readonly #saving = new SaveCardChoice(this.settings);
  #late: typeof lateForm | undefined;
  #keeper: SaveCardController | undefined;
  readonly #loadLate = createPartLoader(async () => {
    const late = (this.#late = await import('./late-form.js'));
    late.prepareForm(this, () => this.#clear());
    this.requestUpdate();
    return {
      keeper: (this.#keeper ??= new late.SaveCardController(this, this.settings, this.#saving)),
      name: (typed: TypedCard) => late.nameCard(typed, this.#saving, this.localize),
    };
  });
  readonly #shopForm = new ShopFormController(this, {
    findForm: () => (this.name && !this.isDisabled && this.#fields.isTyped ? this.form : null),
    exchange: () => this.#exchange(),
    failed: () => {
      this.#saving.note = 'cardNotReady';
      this.#fields.clearSecurityCode();
    },
  });
  #tokenized: SavedCard | undefined;

  /** The `cardId` of the card that `tokenize()` has made, until another is typed; empty for none. */
  get value(): string {
    return this.#tokenized?.cardId ?? '';
  }

  /** Whether anything is typed into the fields of the card, wherever they are. */
  get isTyped(): boolean {
    return this.#fields.isTyped;
  }

  /**
   * Exchanges the typed card for a `cardId`, which becomes the value, and empties the inputs. Rejects with a `CheckoutError`: `invalid-input`
   * where a field is wrong, which is then marked. A second call while one runs returns the same promise.
   */
  tokenize(): Promise<SavedCard> {
    return this.#shopForm.tokenize();
  }

  /** Empties the form and clears its messages. An order that is paid or unconfirmed stays so. */
  reset(): void {
    this.#clear();
    this.#saving.clear();
    this.#saving.note = undefined;
    this.payment.reset();
  }

  /** Puts the focus on the first field, or on the outcome of an order that accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (this.payment.order.isPayable) this.#fields.focus(undefined, options);
    else this.find('[part="outcome"]')?.focus(options);
  }

  protected override get isComplete(): boolean {
    return (this.#tokenized !== undefined && !this.#fields.isTyped) || this.#fields.isValid;
  }

  protected override findFault(): FormFault | undefined {
    const { isTyped, fault } = this.#fields;
    if (!fault || !(isTyped || (this.required && !this.#tokenized))) return undefined;
    const { key, values } = fault.error;
    return {
      flag: isTyped ? 'badInput' : 'valueMissing',
      message: this.localize.text(key, values),
      anchor: this.#fields.findAnchor(fault.field),
    };
  }

  /** Not in `willUpdate`, which comes before the controllers have read the order anew. */
  protected override update(changed: PropertyValues<this>): void {
    const { order } = this.payment;
    const { status } = order.state;
    this.#keeper?.follow(status);
    // The inputs keep no card of an order that is paid or closed. Where another tab pays, it may still fail, and the card is needed again.
    if (!order.isPayable && status !== 'elsewhere' && this.#fields.isTyped) this.#clear();
    super.update(changed);
  }

  protected override render(): TemplateResult {
    const { localize, isDisabled } = this;
    const { order, isPaying, isUnavailable } = this.payment;
    const unavailable = isUnavailable ? this.outcome.renderUnavailable() : undefined;
    // What is typed waits out of sight: a page may put its setting right in the next moment.
    if (unavailable && !this.#fields.isTyped) return unavailable;
    const { note } = this.#saving;
    const { settings } = this.settings.current;
    const isBusy = isPaying || this.#shopForm.isTokenizing;
    const isLocked = isBusy || isDisabled;
    const { view: card } = this.#fields;
    const changed = (): void => this.requestUpdate();
    const keeping = renderSaveCard({ saving: this.#saving, localize, isLocked, changed, renderNickname: this.#late?.renderNickname });
    const marks = this.#late?.renderMarks({ card, accepted: settings.acceptedBrands, localize });
    // One by one: in a list, each would stand between two comments of Lit's.
    const inputs = { view: card, localize, isPaying: isBusy, isDisabled, marks };
    const [number, holder, expiration, code] = this.#places.render(inputs);
    const button = settings.hasPayButton
      ? renderPayButton({ payment: this.payment, settings, localize, plan: this.installments?.plan, isDisabled })
      : html`<button type="submit" hidden></button>`;
    // Without a blank between what is not text: each would be a node.
    return html`
      ${unavailable ?? this.outcome.renderOutcome(this.payment)}
      <form
        part="form"
        method="dialog"
        novalidate
        aria-label=${localize.text('cardForm')}
        aria-busy=${isBusy}
        ?hidden=${isUnavailable || !order.isPayable}
        @submit=${this.#handleInnerSubmit}
        @focusin=${this.outcome.noteFocus}
      >
        ${number}${holder}${expiration}${code}${keeping}<balcao-installments
          class=${describePlanRoom(settings)}
          .brand=${card.brand}
          .disabled=${isLocked}
          @change=${changed}
        ></balcao-installments
        >${this.outcome.renderPixQuestion(this.payment)}${button}<slot name="help"></slot>
      </form>
      <p part="save-note" role="status" .textContent=${note ? localize.text(note, { card: this.#tokenized?.name ?? '' }) : ''}></p>
    `;
  }

  protected override async ready(): Promise<void> {
    await Promise.all([super.ready(), this.#fields.ready(), this.#loadLate()]);
  }

  #clear(): void {
    this.#tokenized = undefined;
    this.#fields.clear();
  }

  /** Enter, or the pay button. Where the shop's own form has its own button, its form is what Enter sends. */
  readonly #handleInnerSubmit = (event: SubmitEvent): void => {
    if (!this.form || this.settings.current.settings.hasPayButton) return this.handleSubmit(event);
    event.preventDefault();
    this.form.requestSubmit();
  };

  #dropTokenized(): void {
    if (!this.#tokenized) return;
    this.#tokenized = undefined;
    this.syncForm();
    this.requestUpdate();
  }

  async #exchange(): Promise<SavedCard> {
    const [{ keeper, name }] = await Promise.all([this.#loadLate(), this.settings.load(), this.#fields.ready()]);
    const { obstacle } = this.payment;
    if (obstacle) throw obstacle;
    if (this.#tokenized && !this.#fields.isTyped) return this.#tokenized;
    const typed = this.#validateCard();
    if ('fields' in typed) throw new CheckoutError('invalid-input', `Wrong fields: ${typed.fields.join(', ')}.`);
    const card = await keeper.tokenize(await this.payment.loadClient(), name(typed));
    this.#fields.clear();
    this.#tokenized = card;
    this.#saving.note = 'cardReady';
    this.syncForm();
    return card;
  }

  protected override validate(): PaymentDraft | { fields: string[] } {
    if (this.isDisabled) return { fields: [] };
    if (this.#tokenized && !this.#fields.isTyped) {
      return { ...createSavedCardDraft(this.#tokenized, this.plan), method: 'card' };
    }
    const typed = this.#validateCard();
    if ('fields' in typed) return typed;
    return {
      method: 'card',
      ...this.plan,
      brand: typed.brand,
      last4: typed.last4,
      prepareCard: async (client, options) => {
        const { keeper, name } = await this.#loadLate();
        return keeper.prepareCard(client, name(typed), options);
      },
    };
  }

  #validateCard(): TypedCard | { fields: string[] } {
    const typed = this.#fields.validate();
    if (!('fields' in typed) && this.#late?.isNicknameFine(this.#saving) !== false) return typed;
    const fields = 'fields' in typed ? typed.fields : ['cardName'];
    // After the render, so that the field is announced together with its error.
    void this.updateComplete.then(() => this.#fields.focus(fields[0]));
    return { fields };
  }

  protected override settled(outcome: PaymentOutcome, { wasSent, isShown }: Circumstances): Settling {
    if (isShown && (outcome.status === 'approved' || outcome.status === 'unconfirmed')) this.#clear();
    else if (isShown && wasSent) this.#fields.clearSecurityCode();
    return this.#keeper?.settle(outcome);
  }
}
