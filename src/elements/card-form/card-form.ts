import { nothing, type TemplateResult, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { UNSEEN_CARD } from '../../controllers/card/card-field.js';
import { CardInputs } from '../../controllers/card/card-inputs.js';
import { getShadowHost } from '../../controllers/page/shadow-host.js';
import { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';
import { parseFrameUrl } from '../../controllers/settings/frame-url.js';
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
import { isOwnElement } from '../shared/own-element.js';
import { renderCardInputs, type CardInputsView } from './card-inputs.js';
import { html } from '../shared/html.js';

/**
 * The form for a new card: number, expiry, security code, holder name, installments, "save this card" and the pay button. Card data is in
 * the inputs and in the request that needs it, and nowhere else.
 *
 * @example
 * ```html
 * <balcao-card-form base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-card-form>
 * ```
 *
 * @tag balcao-card-form
 * @slot card-frame - the shop's own `<iframe>` of `frame-url`, which then loads in parallel with the script; by default the form adds one
 * @slot card-consent - the shop's own text about saving a card, below the checkbox
 * @slot help - the shop's content below the pay button, and below an order that only the shop can put right, such as whom to ask
 * @slot approved - the shop's content for a paid order, such as what comes next
 * @slot declined - the shop's content for a payment that was refused
 * @slot failed - the shop's content for a payment that was not made
 * @slot unconfirmed - the shop's content for a payment that could not be confirmed, such as how to reach the shop
 * @fires {BalcaoEvent} balcao-ready - when the element can be used
 * @fires {BalcaoEvent} balcao-field-focus - when a field got the focus; `detail.name` is its name
 * @fires {BalcaoEvent} balcao-field-blur - when a field lost the focus, also if the field was removed
 * @fires {BalcaoEvent} balcao-card-changed - when the brand of the card changed, or whether it is complete
 * @fires {BeforePayEvent} balcao-before-pay - before a payment; it can be cancelled and can wait
 * @fires {BalcaoEvent} balcao-approved - when the card was charged
 * @fires {BalcaoEvent} balcao-declined - when the service refused the charge
 * @fires {BalcaoEvent} balcao-failed - when the card was certainly not charged
 * @fires {BalcaoEvent} balcao-unconfirmed - when the card may have been charged
 * @fires {BalcaoEvent} balcao-method-changed - when the shopper wants to pay by Pix after a payment that was not made
 * @fires {BalcaoEvent} balcao-card-saved - when the card is saved for the customer
 * @fires {BalcaoEvent} balcao-duplicate - when the shopper paid more than was due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something other than a payment fails; `detail.operation` names it
 * @csspart form - the form
 * @csspart card-path - the line that says where the typed card goes
 * @csspart field - a field: its label, control, hint and error
 * @csspart label - the label of a control
 * @csspart input - a text input
 * @csspart card-frame - the place of the frame with the card's fields, if `frame-url` is set
 * @csspart brand - the mark of the card's brand, in the field of its number
 * @csspart accepted-brands - the marks of the accepted brands, while that field is empty
 * @csspart hint - the hint below a control
 * @csspart error - the error of a control
 * @csspart pay-button - the button that pays
 * @csspart save-card - the checkbox "save this card" with its text and the nickname
 * @csspart consent - the shop's text about saving a card
 * @csspart save-note - the result of saving the card
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
 * @csspart reload-button - the button that loads again what could not be loaded: the page, or the frame with the card's fields
 * @cssprop [--balcao-duration=0.16s] - duration of motion; there is none if the device asks for reduced motion
 * @cssprop [--balcao-label-weight=500] - weight of labels
 * @cssprop [--balcao-label-size=0.9375em] - size of labels
 * @cssprop [--balcao-background=Canvas] - the background of the page; the lines of an icon have this colour
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
      this.late.loaded?.fields.clearSecurityCode();
    },
  });

  /** The `cardId` of the card from `tokenize()`, until another card is typed; empty if there is none. */
  get value(): string {
    return this.late.loaded?.tokenized?.cardId ?? '';
  }

  /** True while anything is typed into the fields of the card, in the form or in a frame. */
  get isTyped(): boolean {
    return this.late.loaded?.fields.isTyped ?? this.#inputs.isTyped;
  }

  /**
   * Exchanges the typed card for a `cardId`, which becomes the value, and empties the inputs. Rejects with a `CheckoutError`:
   * `invalid-input` if a field is wrong, and then marks the field. A second call before the first has ended returns the same promise.
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
    this.late.loaded?.payment.reset();
  }

  /** Puts the focus on the first field, or on the outcome if the order accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (!this.isPayable) return this.find('[part="outcome"]')?.focus(options);
    const input = this.#inputs.find('number');
    if (input) input.focus(options);
    // The fields are in a frame.
    else if (this.late.loaded) this.late.loaded.fields.focus(undefined, options);
    else this.late.load().then((late) => late.fields.focus(undefined, options)).catch(() => undefined); // prettier-ignore
  }

  protected override get isComplete(): boolean {
    return this.late.loaded?.isComplete ?? false;
  }

  protected override findFault(): FormFault | undefined {
    return this.late.loaded?.findFault();
  }

  protected override markInvalid(): boolean {
    const late = this.late.loaded;
    return late !== undefined && !('fields' in late.validate());
  }

  protected override makeLate({ CardFormLate }: LateCode): CardFormLate {
    return new CardFormLate({
      host: this,
      settings: this.settings,
      localize: this.localize,
      inputs: this.#inputs,
      saving: this.#saving,
      earlierFocus: this.late.earlierFocus,
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
    // Typed text stays in a hidden form, since the page may correct its settings.
    if (isUnavailable && !this.isTyped) return this.renderOutcome();
    const late = this.late.loaded;
    const { settings } = this.settings.current;
    const { note } = this.#saving;
    const isBusy = this.lock.isPaying || this.#shopForm.isTokenizing;
    const isLocked = isBusy || isDisabled;
    const card = late?.fields.view ?? UNSEEN_CARD;
    // Rendered one by one: in a list, Lit would add two comment nodes for each field.
    const inputs = {
      view: card,
      localize,
      isPaying: isBusy,
      isDisabled,
      holderName: settings.profile?.holderName,
      marks: late?.renderMarks(),
    };
    const [number, expiration, code, holder] = this.#places.render(inputs);
    const button = settings.hasPayButton ? this.renderPayButton() : html`<button type="submit" hidden></button>`;
    // No white space between the elements: each would be a text node.
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
        <p part="card-path" class="muted path">${late?.renderPath() ?? nothing}</p>
        ${number}${expiration}${code}${holder}${this.#renderSaveCard(isLocked)}<balcao-installments
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

  /** Renders the checkbox "save this card" with the shop's consent text and, once it is checked, the field of the nickname. */
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
        <span .textContent=${localize.text('saveCard')}></span>
      </label>
      <div part="consent" class="muted" id="consent"><slot name="card-consent"></slot></div>
      ${saving.isTicked ? this.late.loaded?.renderNickname(isLocked) : nothing}
    </div>`;
  }

  /** Empties the fields of the card. */
  #clear(): void {
    this.#inputs.clear();
    this.late.loaded?.clear();
    this.requestUpdate();
  }

  readonly #handleChange = (): void => this.requestUpdate();

  /**
   * Pays after Enter or the pay button. If a shop's own form without our pay button is around the element, Enter submits the shop's form.
   */
  readonly #handleInnerSubmit = (event: SubmitEvent): void => {
    if (!this.form || this.settings.current.settings.hasPayButton) return this.handleSubmit(event);
    event.preventDefault();
    this.form.requestSubmit();
  };
}

/**
 * Returns the classes for the room of the installments until they are loaded. They name the lines that the installments will have. With an
 * offer of the shop there is no class: then the room has only the line that opens the table.
 */
function nameFutureLines({ offer, feePayer, amountCents, defaultInstallments, maxInstallments }: Settings): string {
  if (offer) return '';
  if (maxInstallments === 1) return 'merchant';
  const parts = amountCents % defaultInstallments ? 'split' : '';
  return `${feePayer} ${parts} ${defaultInstallments > 1 ? 'several' : ''}`;
}

/**
 * The place of the fields of a card: inputs in the form, or a frame of the provider. Adds the frame to the page, unless the shop has
 * added its own. The frame is a child of the form or of the checkout around it, since browsers do not autofill a frame in a shadow root.
 * An address that cannot be used is never loaded. The frame starts in the first language of the page; a change of the language does not
 * reload the frame.
 */
class FieldPlaces implements ReactiveController {
  readonly #form: ReactiveControllerHost & HTMLElement;
  readonly #getUrl: () => string | undefined;
  readonly #localize: LocalizeController;
  #frame: HTMLIFrameElement | undefined;
  /** The last address of the frame. */
  #src = '';

  constructor(form: ReactiveControllerHost & HTMLElement, getUrl: () => string | undefined, localize: LocalizeController) {
    this.#form = form;
    this.#getUrl = getUrl;
    this.#localize = localize;
    form.addController(this);
  }

  /** Renders the inputs, or the slot of the frame. */
  render(inputs: CardInputsView): (TemplateResult | undefined)[] {
    if (this.#getUrl() === undefined) return renderCardInputs(inputs);
    const { isMissing } = inputs.view;
    const place = html`<slot
      name="card-frame"
      part="card-frame"
      class=${inputs.holderName}
      data-hint=${this.#localize.text('codeEither')}
      ?hidden=${isMissing}
      @slotchange=${this.#update}
    ></slot>`;
    // The frame has the marks of the number. Without the frame, `marks` is the message that it did not load.
    return [place, isMissing && inputs.marks];
  }

  /** The shop's own frame may come after the form: the parser of a long page, or a framework, adds it later. */
  readonly #update = (): void => this.#form.requestUpdate();

  /** Adds, updates or removes the frame. */
  hostUpdated(): void {
    const url = this.#form.isConnected && parseFrameUrl(this.#getUrl() ?? '');
    const place = url && findPlace(this.#form);
    if (!place || [...place.children].some((child) => child.slot === 'card-frame' && child !== this.#frame)) return this.#frame?.remove();
    const frame = (this.#frame ??= Object.assign(createCardFrame(), { slot: 'card-frame' }));
    const src = `${url.href}#${this.#localize.first}`;
    if (src !== this.#src) frame.src = this.#src = src;
    if (frame.parentNode !== place) place.append(frame);
  }

  /** Removes the frame with the form. A form that is only moved is in the page again by the end of the task. */
  hostDisconnected(): void {
    queueMicrotask(() => this.hostUpdated());
  }
}

/** Finds the parent of the frame: the checkout that has the form in its shadow root, else the form. */
function findPlace(form: HTMLElement): Element {
  const around = getShadowHost(form);
  return around && isOwnElement(around) ? around : form;
}
