import { LitElement, type TemplateResult } from 'lit';
import type { CardState } from '../channel/card-state.js';
import type { PageMessageOf } from '../channel/page-message.js';
import { systemClock } from '../client/system-clock.js';
import { CARD_FIELDS, UNSEEN_CARD, type CardField } from '../controllers/card/card-field.js';
import type { CardFieldsController } from '../controllers/card/card-fields-controller.js';
import { CardInputs } from '../controllers/card/card-inputs.js';
import { LocalizeController } from '../controllers/page/localize-controller.js';
import { presentFields } from '../domain/present-fields.js';
import type { CardData, HolderNameRule } from '../domain/payment.js';
import type { TextKey } from '../i18n/pt-br.js';
import { renderCardInputs } from '../elements/card-form/card-inputs.js';
import type { renderNumberMarks } from '../elements/card-form/number-marks.js';
import { fieldStyles } from '../elements/shared/form/field.styles.js';
import { themeStyles } from '../elements/shared/styles/theme.styles.js';
import { cardFieldsStyles } from './card-fields.styles.js';
import { html } from '../elements/shared/html.js';

/** The state of the page's form around the fields, as the page describes it. */
export type FormState = Omit<PageMessageOf<'form'>, 'type' | 'language'>;

/** The callbacks of the fields. */
export interface FieldsWatcher {
  /** Called when the state that a page may know may have changed. */
  changed: () => void;
  /** Called when Enter submits the form: no field is wrong. */
  submitted: () => void;
}

/** The lazy-loaded code of the fields: the first render does without it. */
export interface LateFields {
  readonly CardFieldsController: typeof CardFieldsController;
  readonly renderNumberMarks: typeof renderNumberMarks;
}

/**
 * The error that the page gets for the field with the focus, in place of the real one: the field counts as incomplete. Otherwise the page
 * would learn more about the digits with each key. The error of a security code says nothing about its digits.
 */
const UNFINISHED: Partial<Record<CardField, TextKey>> = {
  number: 'numberLength',
  holderName: 'holderEmpty',
  expirationDate: 'expirationFormat',
};

/** The state of the form until the page describes it. */
const DEFAULT_FORM: FormState = { texts: {}, acceptedBrands: null, isBusy: false, isDisabled: false, canBeEmpty: false };

/**
 * The fields of a card, as the only content of a frame's document. The typed text is only in the inputs and in the request that needs
 * it.
 */
export class CardFields extends LitElement {
  static override styles = [themeStyles, fieldStyles, cardFieldsStyles];

  readonly #holderName: HolderNameRule | undefined;
  readonly #localize = new LocalizeController(this, () => this.#form.texts);
  readonly #inputs = new CardInputs(this, () => this.clear('all'));
  #fields: CardFieldsController | undefined;
  #form = DEFAULT_FORM;
  #isLocked = false;
  #last4: string | undefined;
  #watcher: FieldsWatcher | undefined;
  /** True if Enter was pressed before there was a watcher. */
  #isSubmitted = false;
  #renderMarks: typeof renderNumberMarks | undefined;

  /** `holderName` is the rule for the holder's name; `required` by default. */
  constructor(holderName?: HolderNameRule) {
    super();
    this.#holderName = holderName;
  }

  /** Adds the lazy-loaded code: from now on the fields are validated, and the number field shows the marks of brands. */
  complete(late: LateFields): void {
    this.#fields = new late.CardFieldsController(this, {
      inputs: this.#inputs,
      acceptedBrands: () => this.#form.acceptedBrands ?? undefined,
      holderName: () => this.#holderName,
      clock: systemClock,
      typed: () => undefined,
      canBeEmpty: () => this.#form.canBeEmpty,
      autoAdvance: () => this.#form.autoAdvance,
      isCodeMasked: () => this.#form.isCodeMasked === true,
      faultChanged: () => this.#watcher?.changed(),
      changed: ({ last4 }) => {
        this.#last4 = last4;
        this.#watcher?.changed();
      },
    });
    this.#renderMarks = late.renderNumberMarks;
    this.#fields.begin();
    this.requestUpdate();
  }

  /** Sets the callbacks, in place of earlier ones. */
  watch(watcher: FieldsWatcher): void {
    this.#watcher = watcher;
    if (this.#isSubmitted) watcher.submitted();
    this.#isSubmitted = false;
  }

  /** The state of the card, as far as a page may know it. */
  get state(): CardState {
    const { brand, hasNumber, errors, faults } = this.#fields?.view ?? UNSEEN_CARD;
    const typing = CARD_FIELDS.find((field) => this.#inputs.find(field)?.matches(':focus'));
    const wrong =
      faults?.map(({ field, error: { key } }) => {
        const isUnfinished = field === typing && !key.endsWith('Empty');
        return { field, key: errors.get(field)?.key ?? (isUnfinished ? UNFINISHED[field] : undefined) ?? key };
      }) ?? [];
    const marked = CARD_FIELDS.filter((field) => errors.has(field));
    const last4 = wrong.length > 0 ? undefined : this.#last4;
    return { brand, hasNumber, isTyped: this.#inputs.isTyped, ...presentFields({ last4 }), wrong, marked };
  }

  /** The card; `undefined` unless every field is valid. */
  get card(): CardData | undefined {
    if (!this.#fields?.isValid) return undefined;
    const [number, expirationDate, securityCode, holderName] = CARD_FIELDS.map((field) => this.#inputs.find(field)?.value ?? '');
    const name = holderName?.trim();
    return number && expirationDate && securityCode
      ? { number, ...(name && { holderName: name }), expirationDate, securityCode }
      : undefined;
  }

  /** The present text of each field. */
  get typedTexts(): string[] {
    return CARD_FIELDS.map((field) => this.#inputs.find(field)?.value ?? '');
  }

  /** Applies the state of the form that the page sent. */
  applyForm(form: FormState): void {
    this.#form = form;
    this.requestUpdate();
    this.#watcher?.changed();
  }

  /** Makes the fields read-only, while the card is sent to the service, or editable again. */
  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.requestUpdate();
  }

  /** Marks every wrong field. */
  mark(): void {
    this.#fields?.validate();
  }

  /** Empties all fields, or the security code alone. */
  clear(what: 'all' | 'code'): void {
    this.#inputs.clear(what === 'all' ? CARD_FIELDS : ['securityCode']);
    if (what === 'all') this.#fields?.clear();
    else this.#fields?.clearSecurityCode();
    this.requestUpdate();
  }

  /** Focuses a field, by default the first. Waits for the render, so that the screen reader reads the field with its error. */
  async focusField(field: CardField = 'number'): Promise<void> {
    await this.updateComplete;
    this.#inputs.find(field)?.focus();
  }

  protected override updated(): void {
    this.#watcher?.changed();
  }

  protected override render(): TemplateResult {
    const { isBusy, isDisabled, acceptedBrands } = this.#form;
    const view = this.#fields?.view ?? UNSEEN_CARD;
    const localize = this.#localize;
    const isPaying = isBusy || this.#isLocked;
    const marks = this.#renderMarks?.({ card: view, accepted: acceptedBrands ?? undefined, localize });
    const inputs = renderCardInputs({ view, localize, isPaying, isDisabled, holderName: this.#holderName, marks });
    // Autofill and the keyboards of phones need a form with a submit button.
    return html`<form part="form" method="dialog" novalidate aria-busy=${isPaying} @submit=${this.#handleSubmit}>
      ${inputs}<button type="submit" hidden></button>
    </form>`;
  }

  /**
   * Passes a submission on to the watcher. While a field is wrong, the controller of the fields prevents submissions, and focuses that
   * field.
   */
  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    const { isBusy, isDisabled } = this.#form;
    if (isBusy || isDisabled || this.#isLocked) return;
    this.#isSubmitted = !this.#watcher;
    this.#watcher?.submitted();
  };
}
