import type { PropertyDeclarations } from 'lit';
import { SettingsElement } from '../settings-element.js';

/** A fault that keeps a form from being sent. */
export interface FormFault {
  /** The kind of fault: a missing value or a wrong one. */
  flag: 'valueMissing' | 'badInput';
  /** A sentence that tells the shopper what to do. */
  message: string;
  /** The control with the fault. */
  anchor?: HTMLElement | undefined;
}

/**
 * An element that a shop's own `<form>` treats as a native control. Its value is a `cardId`. No card data is ever part of the form's data
 * or of the state that a browser stores to restore a form.
 */
export abstract class FormElement extends SettingsElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
  };

  readonly #internals = this.attachInternals();
  /** The fault that was last reported to the browser. */
  #reported: FormFault | undefined;
  #reportedValue: string | undefined;

  /**
   * The name of the value in the form's data. Without a name the element adds nothing to the form.
   * @attr name
   */
  declare name: string | undefined;
  /**
   * True if the form cannot be submitted without a card. Default false.
   * @attr required
   */
  declare required: boolean;
  /**
   * True if the element is disabled. A `<fieldset disabled>` around the element does the same. Default false.
   * @attr disabled
   */
  declare disabled: boolean;

  constructor() {
    super();
    this.required = false;
    this.disabled = false;
  }

  /** The `cardId` that the form submits; empty if there is none. */
  abstract get value(): string;

  /**
   * The form that the element belongs to. Accepts the `id` of a form, as the `form` attribute does, because frameworks write the attribute
   * through this property.
   */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  set form(id: string | HTMLFormElement | null | undefined) {
    if (typeof id === 'string') this.setAttribute('form', id);
    else if (!id) this.removeAttribute('form');
  }

  /** The validity of the element, as native controls have it. */
  get validity(): ValidityState {
    this.syncForm();
    return this.#internals.validity;
  }

  /** The message of the fault; empty if there is none. */
  get validationMessage(): string {
    this.syncForm();
    return this.#internals.validationMessage;
  }

  /** True if the form validates the element; false while it is disabled. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** True if the element or a fieldset around it is disabled. */
  protected get isDisabled(): boolean {
    return this.disabled || this.matches(':disabled');
  }

  /** Empties the element and clears its messages. */
  abstract reset(): void;

  /** Finds the fault for which the form around the element cannot be submitted. */
  protected abstract findFault(): FormFault | undefined;

  /** True if everything is filled in correctly for a payment with this element. */
  protected abstract get isComplete(): boolean;

  /**
   * Returns whether everything is filled in correctly, and marks nothing. In a form it does what a native control does: it also returns
   * true if nothing is required and nothing is typed.
   */
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

  /** Sets the present value again: the browser has stored no state to restore. */
  formStateRestoreCallback(): void {
    this.syncForm();
  }

  protected override updated(): void {
    this.syncForm();
  }

  /** Reports the value and the validity to the form if they have changed. The browser gets no state to store. */
  protected syncForm(): void {
    const { value } = this;
    if (value !== this.#reportedValue) this.#internals.setFormValue(value || null, null);
    this.#reportedValue = value;
    const fault = this.findFault();
    const reported = this.#reported;
    if (fault?.flag === reported?.flag && fault?.message === reported?.message && fault?.anchor === reported?.anchor) return;
    this.#reported = fault;
    if (fault) this.#internals.setValidity({ [fault.flag]: true }, fault.message, fault.anchor);
    else this.#internals.setValidity({});
  }
}
