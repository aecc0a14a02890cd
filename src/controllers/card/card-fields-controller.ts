import type { LitElement, ReactiveController } from 'lit';
import { parseCardText, type CardText } from '../../domain/card/card-text.js';
import { isClipboardEvent, isInputEvent, isKeyboardEvent } from '../page/event-kinds.js';
import { createPartLoader } from '../page/part-loader.js';
import { addsCharacter, AutoAdvance } from './auto-advance.js';
import {
  CARD_FIELDS,
  MISSING_CARD,
  UNSEEN_CARD,
  type CardField,
  type CardView,
  type FieldFault,
  type ValidatedFields,
} from './card-field.js';
import type { CardInputs } from './card-inputs.js';
import { CardValidator, type CardValidatorOptions } from './card-validator.js';
import { isEnter } from './enter-key.js';
import type { FramedForm, FrameFollower } from './framed-form.js';
import type { TypedCard } from './typed-card.js';

/** The inputs and callbacks of the element. */
export interface CardFieldsOptions extends Omit<CardValidatorOptions, 'draw' | 'input'> {
  inputs: CardInputs;
  /** Called when a field has a new text, before the text is validated. At the start, a text that is already there counts too. */
  typed: () => void;
  /** Returns true if the form can be submitted with empty fields. */
  canBeEmpty: () => boolean;
  /** Returns true if the focus moves to the next field once a field is complete. */
  autoAdvance: () => boolean | undefined;
  /** Returns true if the typed security code is hidden. */
  isCodeMasked: () => boolean;
  /** The form whose settings may put the fields into a frame; absent if the fields are always inputs of the host. */
  framed?: FramedForm;
}

/** The events of a field that are handled: its text changes, a composition (IME) ends, Enter, an undo, a paste, the focus leaves. */
const EVENTS = ['input', 'compositionend', 'keydown', 'beforeinput', 'paste', 'focusout'] as const;

/**
 * Controls the fields of a card: validates what is typed and pasted, and decides what Enter does. The fields are inputs of the host,
 * or they are in a frame, whose messages are then followed instead.
 */
export class CardFieldsController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: CardFieldsOptions;
  readonly #validator: CardValidator;
  readonly #advance = new AutoAdvance((field) => this.#find(field));
  #framed: FrameFollower | undefined;
  /** True once the code for a frame was requested. */
  #isFrameAsked = false;
  /** The state without validated fields. */
  #unseen = UNSEEN_CARD;

  constructor(host: LitElement, options: CardFieldsOptions) {
    this.#host = host;
    this.#options = options;
    this.#validator = new CardValidator({ ...options, input: (field) => this.#find(field), draw: () => host.requestUpdate() });
  }

  /** Starts to control the fields, with the text that is already typed. */
  begin(): void {
    this.#host.addController(this);
    for (const field of CARD_FIELDS) if (this.#find(field)?.value) this.#handleInput(field);
    this.hostUpdated();
  }

  readonly #loadFramed = createPartLoader(async () => {
    const { framed } = this.#options;
    if (framed) this.#framed = (await framed.load()).followFrame(framed, this.#options);
  });

  /**
   * Settles when the current state of the fields is known: immediately for inputs of the host, after a request to the frame otherwise.
   * Rejects with a `CheckoutError`.
   */
  async ready(): Promise<void> {
    if (!this.#isFramed) return;
    await this.#loadFramed();
    await this.#framed?.ready();
  }

  /**
   * Stops waiting for a frame, and shows that it did not load. Returns false if there is nothing to wait for, as with inputs of the host.
   */
  miss(): boolean {
    if (!this.#isFramed) return false;
    if (this.#framed?.fields) return this.#framed.miss();
    this.#unseen = MISSING_CARD;
    this.#host.requestUpdate();
    return true;
  }

  /**
   * Loads a frame anew, or the page if its code for a frame is missing. Settles and rejects as `ready()` does.
   */
  async reload(): Promise<void> {
    if (!this.#framed) return location.reload();
    this.#framed.reload();
    await this.ready();
  }

  /** The state of the card that the form shows beside the inputs: brand, errors, hints. */
  get view(): CardView {
    return this.#fields ?? this.#unseen;
  }

  /** May run more than once: adding the same listener again has no effect. */
  hostConnected(): void {
    for (const type of EVENTS) this.#host.shadowRoot?.addEventListener(type, this);
  }

  hostUpdated(): void {
    this.#hintEnter();
    this.#maskCode();
    // A setting may move the fields into a frame.
    if (!this.#isFramed || this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#loadFramed().catch(() => (this.#isFrameAsked = false));
  }

  /** Marks every invalid field. Returns the card if all fields are valid, else the names of the invalid fields. */
  validate(): TypedCard | { fields: CardField[] } {
    return (
      this.#fields?.validate() ?? { fields: CARD_FIELDS.filter((each) => each !== 'holderName' || this.#options.holderName() !== 'none') }
    );
  }

  /** True if every field is valid. Marks no field. */
  get isValid(): boolean {
    return this.#fields !== undefined && !this.fault;
  }

  /** True while anything is typed. */
  get isTyped(): boolean {
    return this.#fields?.isTyped ?? false;
  }

  /** The first invalid field with its error, marked or not. */
  get fault(): FieldFault | undefined {
    return this.#fields?.fault;
  }

  /** Clears all fields. */
  clear(): void {
    this.#options.inputs.clear();
    this.#fields?.clear();
    this.#host.requestUpdate();
  }

  /** Clears the security code, which must not be stored after the charge (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#options.inputs.clear(['securityCode']);
    this.#fields?.clearSecurityCode();
  }

  /** Puts the focus on a field by its name, by default on the first field. */
  focus(name = 'number', options?: FocusOptions): void {
    const control = this.#find(name);
    if (control || !this.#isFramed) return control?.focus(options);
    const field = CARD_FIELDS.find((each) => each === name);
    // If possible, the focus moves immediately: some browsers move it only during a user gesture.
    if (this.#framed) return this.#framed.focus(field, options);
    this.#loadFramed().then(
      () => this.#framed?.focus(field, options),
      () => undefined,
    );
  }

  /** Finds the element that a form can use as the anchor for a field: its control, or the frame that contains it. */
  findAnchor(field: CardField): HTMLElement | undefined {
    return this.#find(field) ?? this.#framed?.anchor;
  }

  /** Handles the events of the fields. Renders the host only if something changes besides the text of a field. */
  handleEvent(event: Event): void {
    const { target, type } = event;
    if (!(target instanceof HTMLInputElement)) return;
    // Events of the shop's own inputs in a slot come here too.
    const field = CARD_FIELDS.find((each) => each === target.id && target === this.#find(each));
    if (isKeyboardEvent(event) && isEnter(event)) return this.#handleEnter(event, field);
    if (!field) return;
    if (isClipboardEvent(event)) return this.#handlePaste(event, target);
    if (type !== 'input' && type !== 'compositionend') this.#validator.handleEvent(field, event);
    else this.#handleInput(field, event);
    if (type === 'keydown' && this.#options.autoAdvance()) this.#advance.handleKey(field, event);
    if (type === 'focusout') this.#hintEnter();
  }

  get #isFramed(): boolean {
    return this.#options.framed?.settings.current.settings.frameUrl !== undefined;
  }

  /** The validated fields; `undefined` for fields in a frame that has not loaded. */
  get #fields(): ValidatedFields | undefined {
    return this.#isFramed ? this.#framed?.fields : this.#validator;
  }

  #find(field: string): HTMLInputElement | null {
    return this.#options.inputs.find(field);
  }

  /**
   * Handles Enter: shows the error of the current field, else moves the focus to the next invalid field. If no field is invalid, the
   * browser handles Enter and submits the form. Fields that the shopper has not visited are not marked.
   */
  #handleEnter(event: KeyboardEvent, field: CardField | undefined): void {
    if (this.#isFramed) return;
    const { wrong, isTyped } = this.#validator;
    if (!wrong.length || (!isTyped && this.#options.canBeEmpty())) return;
    event.preventDefault();
    // Without this, a key that is held down would move through all fields.
    if (event.repeat) return;
    if (field && wrong.includes(field)) return this.#validator.showError(field);
    const next = wrong.find((each) => field && CARD_FIELDS.indexOf(each) > CARD_FIELDS.indexOf(field)) ?? wrong[0];
    if (next) this.#find(next)?.focus();
  }

  /** Sets the label of Enter on a phone's keyboard: "go" if all other fields are valid, since Enter then submits the form, else "next". */
  #hintEnter(): void {
    const { wrong } = this.#validator;
    for (const field of CARD_FIELDS) {
      const input = this.#find(field);
      const hint = wrong.some((each) => each !== field) ? 'next' : 'go';
      if (input && input.enterKeyHint !== hint) input.enterKeyHint = hint;
    }
  }

  /** Hides the typed security code, or shows it. Password managers leave a field alone that is for a security code (`cc-csc`). */
  #maskCode(): void {
    const input = this.#find('securityCode');
    const type = this.#options.isCodeMasked() ? 'password' : 'text';
    if (input && input.type !== type) input.type = type;
  }

  #handlePaste(event: ClipboardEvent, input: HTMLInputElement): void {
    const card = !input.readOnly && parseCardText(event.clipboardData?.getData('text/plain') ?? '');
    if (!card) return;
    event.preventDefault();
    this.#fill(card);
  }

  /** Handles a change of a field's text. If a whole card was inserted into the number, distributes it over the fields. */
  #handleInput(field: CardField, event?: Event): void {
    this.#options.typed();
    // Some keyboards, and drag and drop, insert a copied text without a paste event. A paste may also have happened before this code was
    // loaded.
    const card = field === 'number' && !isTyped(event) && parseCardText(this.#find(field)?.value ?? '');
    if (card) return this.#fill(card);
    this.#validator.handleInput(field, event);
    this.#advance.handleInput(field, event, () => this.#options.autoAdvance() === true && this.#validator.isFinal(field));
  }

  /**
   * Distributes a pasted card over its fields, as if each text were pasted into its own field. An invalid field is marked, except the one
   * that has the focus.
   */
  #fill(card: CardText): void {
    const texts: Partial<Record<CardField, string>> = card;
    for (const field of CARD_FIELDS) {
      const input = this.#find(field);
      const text = texts[field];
      if (!input || text === undefined) continue;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertFromPaste' }));
      if (!input.matches(':focus')) this.#validator.showError(field);
    }
  }
}

/** Returns true if a key changed the text: by one character, a deletion, an undo or a redo, or through an input method. */
function isTyped(event: Event | undefined): boolean {
  if (!event || !isInputEvent(event)) return event?.type === 'compositionend';
  return /^(?:delete|history|insertComposition)/.test(event.inputType) || addsCharacter(event);
}
