import { css, type nothing, type ReactiveController, type TemplateResult } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import type { CardInputs } from '../../controllers/card/card-inputs.js';
import { CardFieldsController } from '../../controllers/card/card-fields-controller.js';
import type { FramedHost } from '../../controllers/card/framed-form.js';
import type { TypedCard } from '../../controllers/card/typed-card.js';
import { loadFramePart } from '../../controllers/order/order-service.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { ExclusiveChoiceController } from '../../controllers/page/exclusive-choice-controller.js';
import { PaymentController } from '../../controllers/payment/payment-controller.js';
import {
  createSavedCardDraft,
  type OutcomeContext,
  type PaymentDraft,
  type PaymentSource,
  type Settling,
} from '../../controllers/payment/payment-draft.js';
import type { NamedCard } from '../../controllers/saved-cards/card-saver.js';
import type { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';
import { isNicknameFine, SaveCardController } from '../../controllers/saved-cards/save-card-controller.js';
import type { SettingsController, SettingsHost } from '../../controllers/settings/settings-controller.js';
import { listAcceptedBrands } from '../../domain/card/accepted-brands.js';
import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { CheckoutError } from '../../domain/errors.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { Installments } from '../installments/installments.js';
import type { FormFault } from '../shared/form/form-element.js';
import { OutcomeView } from '../shared/outcome/outcome-view.js';
import { addStyles } from '../../controllers/page/adopted-styles.js';
import { isFocusLost } from '../../controllers/page/find-focus.js';
import { cardPathStyles, renderCardPath } from './card-path.js';
import { framePlaceStyles } from './frame-place.styles.js';
import { numberMarksStyles, renderNumberMarks } from './number-marks.js';
import { html } from '../shared/html.js';

/** The form's side of its lazy-loaded part. */
export interface CardFormShell {
  readonly host: FramedHost & SettingsHost;
  readonly settings: SettingsController;
  readonly localize: LocalizeController;
  readonly inputs: CardInputs;
  readonly saving: SaveCardChoice;
  /** The controls that got the focus before the part was loaded. */
  readonly earlierFocus: readonly (EventTarget | null)[];
  readonly isDisabled: () => boolean;
  /** Returns true if the form can be submitted with empty fields. */
  readonly canBeEmpty: () => boolean;
  readonly installments: () => Installments | null;
  readonly plan: () => InstallmentPlan;
  /** Settles once the plans are loaded that the shopper can choose from. */
  readonly ready: () => Promise<unknown>;
  /** Updates the value and the validity for the shop's form. */
  readonly sync: () => void;
}

/**
 * The lazy-loaded part of the form for a new card: validates the fields, pays, saves the card if the shopper wants that, and shows the
 * outcome.
 */
export class CardFormLate implements PaymentSource, ReactiveController {
  readonly payment: PaymentController;
  readonly view: OutcomeView;
  readonly fields: CardFieldsController;
  readonly #shell: CardFormShell;
  readonly #saver: SaveCardController;
  #tokenized: SavedCard | undefined;

  constructor(shell: CardFormShell) {
    const { host, settings, localize, inputs, saving, earlierFocus } = shell;
    this.#shell = shell;
    addStyles(host.shadowRoot, numberMarksStyles, nicknameStyles, framePlaceStyles, cardPathStyles);
    this.payment = new PaymentController(host, settings, this);
    this.view = new OutcomeView(host, localize, earlierFocus, () => this.fields.focus('securityCode'));
    this.#saver = new SaveCardController(host, settings, saving);
    this.fields = new CardFieldsController(host, {
      inputs,
      acceptedBrands: () => this.#acceptedBrands,
      holderName: () => settings.current.settings.profile?.holderName,
      clock: systemClock,
      typed: () => this.#dropTokenized(),
      canBeEmpty: shell.canBeEmpty,
      autoAdvance: () => settings.current.settings.autoAdvance,
      isCodeMasked: () => settings.current.settings.mask !== undefined,
      faultChanged: shell.sync,
      changed: (change) => host.dispatchEvent(new BalcaoEvent('balcao-card-changed', change)),
      framed: { host, settings, localize, load: loadFramePart },
    });
  }

  /** Starts to follow the fields, with the text that is already typed. */
  begin(): void {
    const { host } = this.#shell;
    new ExclusiveChoiceController(host, 'balcao-card-selected', () => this.clear());
    this.fields.begin();
    host.addController(this);
  }

  /** The card from `exchange()`, until another card is typed. */
  get tokenized(): SavedCard | undefined {
    return this.#tokenized;
  }

  /** True if everything is filled in correctly for a payment with this form. */
  get isComplete(): boolean {
    return (this.#tokenized !== undefined && !this.fields.isTyped) || this.fields.isValid;
  }

  /** Finds the fault for which the shop's own form around this one cannot be submitted. */
  findFault(): FormFault | undefined {
    const { isTyped, fault } = this.fields;
    const { host, localize } = this.#shell;
    if (!fault || !(isTyped || (host.required && !this.#tokenized))) return undefined;
    const { key, values } = fault.error;
    return {
      flag: isTyped ? 'badInput' : 'valueMissing',
      message: localize.text(key, values),
      anchor: this.fields.findAnchor(fault.field),
    };
  }

  /** Runs after the controller of the order, which has updated the order. */
  hostUpdate(): void {
    const { order } = this.payment;
    const { status } = order.state;
    this.#saver.follow(status);
    // The inputs keep no card for an order that is paid or closed. If another tab pays, its payment may fail, and the card is needed again.
    if (!order.isPayable && status !== 'elsewhere' && this.fields.isTyped) this.clear();
  }

  /** Empties the fields and drops the value. */
  clear(): void {
    this.#tokenized = undefined;
    this.fields.clear();
  }

  /** Renders the marks in the number's field or, if the frame did not load, a message about it. */
  renderMarks(): TemplateResult {
    const { localize } = this.#shell;
    const { view: card } = this.fields;
    if (card.isMissing) return this.#renderFrameMissing();
    return renderNumberMarks({ card, accepted: this.#acceptedBrands, localize });
  }

  /** Renders where the typed card goes. */
  renderPath(): TemplateResult | typeof nothing {
    const { settings, localize } = this.#shell;
    return renderCardPath(settings.current.settings, localize);
  }

  /** Renders the field for the nickname of a card that is to be saved. */
  renderNickname(isLocked: boolean): TemplateResult {
    const { host, localize, saving } = this.#shell;
    const isFine = isNicknameFine(saving);
    const handleInput = ({ target }: Event): void => {
      saving.nickname = target instanceof HTMLInputElement ? target.value : '';
      host.requestUpdate();
    };
    return html`<div part="field" class="field cardName">
      <label part="label" for="cardName" .textContent=${localize.text('cardName')}></label>
      <input
        part="input"
        id="cardName"
        name="cardName"
        type="text"
        autocomplete="off"
        maxlength="40"
        .value=${saving.nickname}
        aria-invalid=${!isFine}
        aria-describedby="cardName-error"
        ?readonly=${isLocked}
        @input=${handleInput}
      />
      <p
        part="error"
        class="error"
        id="cardName-error"
        aria-live="polite"
        .textContent=${isFine ? '' : localize.text('cardNameDigits')}
      ></p>
    </div>`;
  }

  /** Exchanges the typed card for a `cardId`, which becomes the value, and empties the inputs. Rejects with a `CheckoutError`. */
  async exchange(): Promise<SavedCard> {
    await this.fields.ready();
    const { obstacle } = this.payment;
    if (obstacle) throw obstacle;
    if (this.#tokenized && !this.fields.isTyped) return this.#tokenized;
    const typed = this.#validateCard();
    if ('fields' in typed) throw new CheckoutError('invalid-input', `Wrong fields: ${typed.fields.join(', ')}.`);
    const card = await this.#saver.tokenize(await this.payment.loadClient(), this.#nameCard(typed));
    this.fields.clear();
    this.#tokenized = card;
    this.#shell.saving.note = 'cardReady';
    this.#shell.sync();
    return card;
  }

  /** Settles once the plans and the fields are loaded. */
  async ready(): Promise<void> {
    await Promise.all([this.#shell.ready(), this.fields.ready()]);
  }

  miss(): boolean {
    const isMissing = this.fields.miss();
    if (isMissing) void this.#shell.host.updateComplete.then(() => this.#focusReload());
    return isMissing;
  }

  findPlan(): InstallmentPlan | undefined {
    return this.#shell.installments()?.refuse() ? undefined : this.#shell.plan();
  }

  validate(): PaymentDraft | { fields: string[] } {
    if (this.#shell.isDisabled()) return { fields: [] };
    if (this.#tokenized && !this.fields.isTyped) return { ...createSavedCardDraft(this.#tokenized), method: 'card' };
    const typed = this.#validateCard();
    if ('fields' in typed) return typed;
    return { method: 'card', brand: typed.brand, last4: typed.last4, card: this.#nameCard(typed), keeper: this.#saver };
  }

  markPlan(isWrong: boolean): void {
    this.#shell.installments()?.markWrong(isWrong);
  }

  settled(outcome: PaymentOutcome, { wasSent, isShown }: OutcomeContext): Settling {
    if (isShown && (outcome.status === 'approved' || outcome.status === 'unconfirmed')) this.clear();
    else if (isShown && wasSent) this.fields.clearSecurityCode();
    return this.#saver.settle(outcome);
  }

  get #acceptedBrands(): readonly Brand[] | undefined {
    return listAcceptedBrands(this.#shell.settings.current.settings.acceptedBrands);
  }

  /** Returns the typed card, or the wrong fields, which are then marked; the first of them gets the focus. */
  #validateCard(): TypedCard | { fields: string[] } {
    const { host, saving } = this.#shell;
    const typed = this.fields.validate();
    if (!('fields' in typed) && isNicknameFine(saving)) return typed;
    const fields = 'fields' in typed ? typed.fields : ['cardName'];
    // After the render, so that screen readers read the field together with its error.
    void host.updateComplete.then(() => this.fields.focus(fields[0]));
    return { fields };
  }

  /** Names a typed card: by the shopper's nickname for it, else "Visa final 1111". */
  #nameCard(typed: TypedCard): NamedCard {
    const { saving, localize } = this.#shell;
    const brand = brandNames[typed.brand] || localize.text('card');
    const label = localize.text('cardEnding', { brand, last4: typed.last4 });
    return { ...typed, name: (saving.isWanted && saving.nickname.trim()) || label };
  }

  /**
   * Renders the error that the frame with the card's fields did not load, with a button that loads it anew. It is no outcome: nothing was
   * sent.
   */
  #renderFrameMissing(): TemplateResult {
    const { localize } = this.#shell;
    return html`<div role="alert">
      <p part="error" class="error" .textContent=${localize.text('frameMissing')}></p>
      <p>
        <button
          part="reload-button"
          class="button"
          type="button"
          translate="no"
          @click=${() => void this.#reloadFrame()}
          .textContent=${localize.text('frameReload')}
        ></button>
      </p>
    </div>`;
  }

  /** Loads the frame anew. Its button is gone meanwhile, and the focus with it: then the focus moves on to what comes of it. */
  async #reloadFrame(): Promise<void> {
    await this.fields.reload().catch(() => undefined);
    await this.#shell.host.updateComplete;
    if (!isFocusLost(this.#shell.host)) return;
    if (this.fields.view.isMissing) this.#focusReload();
    else this.fields.focus();
  }

  #focusReload(): void {
    this.#shell.host.shadowRoot?.querySelector<HTMLElement>('[part="reload-button"]')?.focus();
  }

  #dropTokenized(): void {
    if (!this.#tokenized) return;
    this.#tokenized = undefined;
    this.#shell.sync();
    this.#shell.host.requestUpdate();
  }
}

/** The styles of the nickname's field, which is below the checkbox that shows it. */
const nicknameStyles = css`
  .cardName {
    margin-top: 8px;
  }
`;
