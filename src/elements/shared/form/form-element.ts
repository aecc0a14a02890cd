import type { PropertyDeclarations } from 'lit';
import { SettingsElement } from '../settings-element.js';

/** A fault that keeps a form from being sent. */
export interface FormFault {
  /** The kind of fault: no value yet, or a wrong one. */
  flag: 'valueMissing' | 'badInput';
  /** The instruction to the shopper, in a sentence. */
  message: string;
  /** The control that is wrong. */
  anchor?: HTMLElement | undefined;
}

/**
 * An element that a shop's own `<form>` treats as a native control. Its value is a `cardId`, and nothing of a card is ever part
 * of a form's data or of what the browser restores.
 */
export abstract class FormElement extends SettingsElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
  };

  readonly #internals = this.attachInternals();
  /** The fault that the form has now. */
  #given: FormFault | undefined;
  #givenValue: string | undefined;

  /**
   * The name of the value in the form's data; without it the element adds nothing to a form.
   * @attr name
   */
  declare name: string | undefined;
  /**
   * True where the form may not be sent without a card. Default false.
   * @attr required
   */
  declare required: boolean;
  /**
   * True where nothing can be done here. A `<fieldset disabled>` around the element does the same. Default false.
   * @attr disabled
   */
  declare disabled: boolean;

  constructor() {
    super();
    this.required = false;
    this.disabled = false;
  }

  /** The `cardId` that the form sends; empty for none. */
  abstract get value(): string;

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The validity, in the browser's terms. */
  get validity(): ValidityState {
    this.syncForm();
    return this.#internals.validity;
  }

  /** The fault in words; empty when there is none. */
  get validationMessage(): string {
    this.syncForm();
    return this.#internals.validationMessage;
  }

  /** True where the element's form validates it: not when disabled. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** True where it is disabled, itself or by a fieldset. */
  protected get isDisabled(): boolean {
    return this.disabled || this.matches(':disabled');
  }

  abstract reset(): void;

  /** Finds the fault that keeps a form around the element from being sent. */
  protected abstract findFault(): FormFault | undefined;

  /** True where everything is filled in rightly, for a payment from this element. */
  protected abstract get isComplete(): boolean;

  /** Returns true where everything is filled in rightly. Marks nothing. In a form like a native control: true where nothing is required or typed. */
  checkValidity(): boolean {
    if (!this.form) return this.isComplete;
    this.syncForm();
    return this.#internals.checkValidity();
  }

  formResetCallback(): void {
    this.reset();
  }

  formDisabledCallback(): void {
    void this.updateComplete.then(() => this.requestUpdate());
  }

  /** The browser has stored nothing to restore; the form gets the present value. */
  formStateRestoreCallback(): void {
    this.syncForm();
  }

  protected override updated(): void {
    this.syncForm();
  }

  /** Updates the value and the validity for the form where they have changed. The browser gets no state to store. */
  protected syncForm(): void {
    const { value } = this;
    if (value !== this.#givenValue) this.#internals.setFormValue(value || null, null);
    this.#givenValue = value;
    const fault = this.findFault();
    const given = this.#given;
    if (fault?.flag === given?.flag && fault?.message === given?.message && fault?.anchor === given?.anchor) return;
    this.#given = fault;
    if (fault) this.#internals.setValidity({ [fault.flag]: true }, fault.message, fault.anchor);
    else this.#internals.setValidity({});
  }
}
