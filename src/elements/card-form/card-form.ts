import { html, nothing, type TemplateResult, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { UNSEEN_CARD } from '../../controllers/card/card-field.js';
import { CardInputs } from '../../controllers/card/card-inputs.js';
import { getShadowHost } from '../../controllers/page/shadow-host.js';
import { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';
import type { Settings } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import { installmentsRoomStyles } from '../shared/form/installments-room.styles.js';
import type { FormFault } from '../shared/form/form-element.js';
import { PayingElement } from '../shared/form/paying-element.js';
import type { LateCode } from '../shared/late-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import type { CardFormLate } from './card-form.late.js';
import { cardFormStyles } from './card-form.styles.js';
import { ShopFormController } from './shop-form-controller.js';
import { createCardFrame } from '../../controllers/card/create-card-frame.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { SettingsElement } from '../shared/settings-element.js';
import { renderCardInputs, type CardInputsView } from './card-inputs.js';

/**
 * The form for a new card: number, holder name, expiry, security code, installments, "save this card" and the pay button. What is typed lives in
 * the inputs and in the request that needs it, nowhere else.
 *
 * @example
 * ```html
 * <balcao-card-form base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-card-form>
 * ```
 *
 * @tag balcao-card-form
 * @slot card-frame - the shop's own `<iframe>` of `frame-url`, which then loads beside the script; without it the form puts one there
 * @slot card-consent - the shop's own words on saving a card, below the tick
 * @slot help - the shop's words below the pay button, such as whom to ask
 * @slot approved - the shop's words on a paid order, such as what comes next
 * @slot declined - the shop's words on a payment that was refused
 * @slot failed - the shop's words on a payment that was not made
 * @slot unconfirmed - the shop's words on a payment that could not be confirmed, such as how to reach it
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
 * @fires {BalcaoEvent} balcao-card-saved - when the card is saved for the customer
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @csspart form - the form
 * @csspart field - a label with its control, hint and error
 * @csspart label - the label of a control
 * @csspart input - a text input
 * @csspart card-frame - the place of the frame of the card's fields, with `frame-url`
 * @csspart brand - the mark of the card's brand, in the field of its number
 * @csspart accepted-brands - the marks of the brands that are accepted, while that field is empty
 * @csspart hint - the hint below a control
 * @csspart error - the error of a control
 * @csspart pay-button - the button that pays
 * @csspart save-card - the tick "save this card" with what belongs to it
 * @csspart consent - the shop's words on saving a card
 * @csspart save-note - the result of saving the card
 * @csspart pix-question - asks whether a Pix code of this order was paid
 * @csspart outcome - the outcome of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - its meaning for the shopper
 * @csspart outcome-message - the message of the service
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - the amount paid, large
 * @csspart copy-identifier-button - copies the identifier of a payment
 * @csspart receipt-button - prints the details of a payment, or saves them as a file
 * @csspart pay-with-pix-button - leads to Pix after a payment that was not made
 * @csspart use-other-card-button - leads to another card after a payment that was not made
 * @csspart check-button - asks again for the result of an unconfirmed payment
 * @csspart reload-button - reloads the page, where a part of it could not be loaded
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - the background, seen through the drawing of an outcome
 */
export class CardForm extends PayingElement<CardFormLate> {
  static override styles = [themeStyles, fieldStyles, installmentsRoomStyles, cardFormStyles];

  protected override readonly parts =
    'form,field,label,input,hint,error,save-card,save-note,consent,pay-button,reload-button,outcome,outcome-text';

  readonly #inputs = new CardInputs(this, () => this.#clear());
  readonly #places = new FieldPlaces(this, () => this.settings.current.settings.frameUrl, this.localize);
  readonly #saving = new SaveCardChoice(this.settings);
  readonly #shopForm = new ShopFormController(this, {
    findForm: () => (this.name && !this.isDisabled && this.isTyped ? this.form : null),
    exchange: async () => (await this.late.load()).exchange(),
    failed: () => {
      this.#saving.note = 'cardNotReady';
      this.late.made?.fields.clearSecurityCode();
    },
  });

  /** The `cardId` of the card that `tokenize()` has made, until another is typed; empty for none. */
  get value(): string {
    return this.late.made?.tokenized?.cardId ?? '';
  }

  /** True while anything is typed into the fields of the card, wherever they are. */
  get isTyped(): boolean {
    return this.late.made?.fields.isTyped ?? this.#inputs.isTyped;
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
    this.lock.reset();
    this.late.made?.payment.reset();
  }

  /** Puts the focus on the first field, or on the outcome of an order that accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (!this.isPayable) return this.find('[part="outcome"]')?.focus(options);
    const input = this.#inputs.find('number');
    if (input) input.focus(options);
    // The fields are in a frame.
    else if (this.late.made) this.late.made.fields.focus(undefined, options);
    else this.late.load().then((late) => late.fields.focus(undefined, options)).catch(() => undefined); // prettier-ignore
  }

  protected override get isComplete(): boolean {
    return this.late.made?.isComplete ?? false;
  }

  protected override findFault(): FormFault | undefined {
    return this.late.made?.findFault();
  }

  protected override markInvalid(): boolean {
    const late = this.late.made;
    return late !== undefined && !('fields' in late.validate());
  }

  protected override makeLate({ CardFormLate }: LateCode): CardFormLate {
    return new CardFormLate({
      host: this,
      settings: this.settings,
      localize: this.localize,
      inputs: this.#inputs,
      saving: this.#saving,
      focused: this.late.focused,
      isDisabled: () => this.isDisabled,
      canBeEmpty: () => this.checkValidity(),
      installments: () => this.installments,
      plan: () => this.plan,
      ready: () => super.ready(),
      sync: () => this.syncForm(),
    });
  }

  protected override async ready(): Promise<void> {
    await (await this.late.load()).ready();
  }

  protected override render(): TemplateResult {
    const { localize, isDisabled, isUnavailable } = this;
    // What is typed stays, out of sight: a page may correct its setting in the next moment.
    if (isUnavailable && !this.isTyped) return this.renderOutcome();
    const late = this.late.made;
    const { settings } = this.settings.current;
    const { note } = this.#saving;
    const isBusy = this.lock.isPaying || this.#shopForm.isTokenizing;
    const isLocked = isBusy || isDisabled;
    const card = late?.fields.view ?? UNSEEN_CARD;
    // One by one: in a list, Lit would put two comments around each.
    const inputs = { view: card, localize, isPaying: isBusy, isDisabled, marks: late?.renderMarks() };
    const [number, holder, expiration, code] = this.#places.render(inputs);
    const button = settings.hasPayButton ? this.renderPayButton() : html`<button type="submit" hidden></button>`;
    // Without blanks between elements: each would be a node.
    return html`
      ${this.renderOutcome()}
      <form
        part="form"
        method="dialog"
        novalidate
        aria-label=${localize.text('cardForm')}
        aria-busy=${isBusy}
        ?hidden=${isUnavailable || !this.isPayable}
        @submit=${this.#handleInnerSubmit}
        @focusin=${this.late.recordFocus}
      >
        ${number}${holder}${expiration}${code}${this.#renderSaveCard(isLocked)}<balcao-installments
          class=${nameFutureLines(settings)}
          .brand=${card.brand}
          .disabled=${isLocked}
          @change=${this.#handleChange}
        ></balcao-installments
        >${late?.view.renderPixQuestion(late.payment) ?? nothing}${button}<slot name="help"></slot>
      </form>
      <p part="save-note" role="status" .textContent=${note ? localize.text(note, { card: late?.tokenized?.name ?? '' }) : ''}></p>
    `;
  }

  /** Renders the tick "save this card" with the shop's consent text and, once it is ticked, the nickname. */
  #renderSaveCard(isLocked: boolean): TemplateResult | typeof nothing {
    const { localize } = this;
    const saving = this.#saving;
    if (!saving.isOffered) return nothing;
    const tick = (event: Event): void => {
      saving.isTicked = event.target instanceof HTMLInputElement && event.target.checked;
      this.requestUpdate();
    };
    return html`<div part="save-card">
      <label class="tick">
        <input
          type="checkbox"
          name="saveCard"
          .checked=${saving.isTicked}
          ?disabled=${isLocked}
          aria-describedby="consent"
          @change=${tick}
        />
        ${localize.text('saveCard')}
      </label>
      <div part="consent" class="muted" id="consent"><slot name="card-consent"></slot></div>
      ${saving.isTicked ? this.late.made?.renderNickname(isLocked) : nothing}
    </div>`;
  }

  #clear(): void {
    this.#inputs.clear();
    this.late.made?.clear();
    this.requestUpdate();
  }

  readonly #handleChange = (): void => this.requestUpdate();

  /** Enter, or the pay button. Where the shop's own form has its own button, its form is what Enter sends. */
  readonly #handleInnerSubmit = (event: SubmitEvent): void => {
    if (!this.form || this.settings.current.settings.hasPayButton) return this.handleSubmit(event);
    event.preventDefault();
    this.form.requestSubmit();
  };
}

/** Returns, as classes, the lines that the list of plans will have once it is there: until then they reserve its room. None for a shop's offer. */
function nameFutureLines({ offer, feePayer, amountCents, defaultInstallments, maxInstallments }: Settings): string {
  if (offer) return '';
  if (maxInstallments === 1) return 'merchant';
  const parts = amountCents % defaultInstallments ? 'split' : '';
  return `${feePayer} ${parts} ${defaultInstallments > 1 ? 'several' : ''}`;
}

/**
 * The place of the four fields of a card: inputs in the form, or the frame that has them. Puts the provider's frame into the page, unless the shop
 * has put one there: as a child of the form, or of the checkout around it, since browsers do not autofill a frame in a shadow root. An address that
 * is not of the web is never opened. The frame starts in the first language of the page: another one does not reload it.
 */
class FieldPlaces implements ReactiveController {
  readonly #form: HTMLElement;
  readonly #getUrl: () => string | undefined;
  readonly #localize: LocalizeController;
  #frame: HTMLIFrameElement | undefined;
  /** The address that the frame was given last. */
  #src = '';

  constructor(form: ReactiveControllerHost & HTMLElement, getUrl: () => string | undefined, localize: LocalizeController) {
    this.#form = form;
    this.#getUrl = getUrl;
    this.#localize = localize;
    form.addController(this);
  }

  /** Renders four inputs, or the slot of the frame. */
  render(inputs: CardInputsView): (TemplateResult | undefined)[] {
    if (this.#getUrl() === undefined) return renderCardInputs(inputs);
    const place = html`<slot name="card-frame" part="card-frame" data-hint=${this.#localize.text('codeEither')}></slot>`;
    // The marks of the number are in the frame.
    return [place, inputs.view.isMissing && inputs.marks];
  }

  hostUpdated(): void {
    const url = this.#getUrl();
    const place = this.#form.isConnected && url && /^https?:/i.test(url) && findPlace(this.#form);
    if (!place || [...place.children].some((child) => child.slot === 'card-frame' && child !== this.#frame)) return this.#frame?.remove();
    const frame = (this.#frame ??= Object.assign(createCardFrame(), { slot: 'card-frame' }));
    const src = `${url}#${this.#localize.first}`;
    if (src !== this.#src) frame.src = this.#src = src;
    if (frame.parentNode !== place) place.append(frame);
  }

  /** A form that is only moved is in the page again by the end of the task. */
  hostDisconnected(): void {
    queueMicrotask(() => this.hostUpdated());
  }
}

/** The only element of ours that has a form in its shadow root is a checkout. */
function findPlace(form: HTMLElement): HTMLElement {
  const around = getShadowHost(form);
  return around instanceof SettingsElement ? around : form;
}
