import type { LitElement, ReactiveController } from 'lit';
import { parseCardText, type CardText } from '../../domain/card/card-text.js';
import { createPartLoader } from '../page/part-loader.js';
import { CARD_FIELDS, UNSEEN_CARD, type CardField, type CardView, type FieldFault, type ValidatedFields } from './card-field.js';
import type { CardInputs } from './card-inputs.js';
import { CardValidator, type CardValidatorOptions } from './card-validator.js';
import { isEnter } from './enter-key.js';
import type { FramedForm, FrameFollower } from './framed-form.js';
import type { TypedCard } from './typed-card.js';

/** The element's side of the controller: its inputs and its callbacks. */
export interface CardFieldsOptions extends Omit<CardValidatorOptions, 'draw' | 'input'> {
  inputs: CardInputs;
  /** Called when something is typed, before it is validated. */
  typed: () => void;
  /** Returns true where the form can be sent with nothing in the fields. */
  canBeEmpty: () => boolean;
  /** Of a host whose fields may be in a frame. */
  framed?: FramedForm;
}

/** The events of a field that matter: its text changes, a change is to be undone, Enter, a paste, it is left. */
const EVENTS = ['input', 'compositionend', 'keydown', 'beforeinput', 'paste', 'focusout'] as const;

/**
 * The four fields of a card: follows what is typed and pasted into them, validates it, and decides where Enter leads. The fields are inputs of
 * the host, or in a frame, whose words are then followed in their place.
 */
export class CardFieldsController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: CardFieldsOptions;
  readonly #validator: CardValidator;
  #framed: FrameFollower | undefined;
  /** True once the code that follows a frame was requested. */
  #isFrameAsked = false;

  constructor(host: LitElement, options: CardFieldsOptions) {
    this.#host = host;
    this.#options = options;
    this.#validator = new CardValidator({ ...options, input: (field) => this.#find(field), draw: () => host.requestUpdate() });
  }

  /** Starts, with what is typed already. */
  begin(): void {
    this.#host.addController(this);
    for (const field of CARD_FIELDS) if (this.#find(field)?.value) this.#handleInput(field);
    this.hostUpdated();
  }

  readonly #loadFramed = createPartLoader(async () => {
    const { framed } = this.#options;
    if (framed) this.#framed = (await framed.load()).followFrame(framed, this.#options);
  });

  /** Settles once the fields are known as they are now: at once, but for those in a frame. Rejects with a `CheckoutError`. */
  async ready(): Promise<void> {
    if (!this.#isFramed) return;
    await this.#loadFramed();
    await this.#framed?.ready();
  }

  /** The state of the card that is shown beside what is typed. */
  get view(): CardView {
    return this.#fields ?? UNSEEN_CARD;
  }

  /** The same listener again adds nothing. */
  hostConnected(): void {
    for (const type of EVENTS) this.#host.shadowRoot?.addEventListener(type, this);
  }

  hostUpdated(): void {
    this.#hintEnter();
    // A setting may move the fields into a frame.
    if (!this.#isFramed || this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#loadFramed().catch(() => (this.#isFrameAsked = false));
  }

  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. */
  validate(): TypedCard | { fields: CardField[] } {
    return this.#fields?.validate() ?? { fields: [...CARD_FIELDS] };
  }

  /** True where every field is right. Marks none. */
  get isValid(): boolean {
    return this.#fields !== undefined && !this.fault;
  }

  /** True while anything is typed. */
  get isTyped(): boolean {
    return this.#fields?.isTyped ?? false;
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): FieldFault | undefined {
    return this.#fields?.fault;
  }

  /** Empties all fields. */
  clear(): void {
    this.#options.inputs.clear();
    this.#fields?.clear();
    this.#host.requestUpdate();
  }

  /** Empties the security code, which is never stored after it was sent (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#options.inputs.clear(['securityCode']);
    this.#fields?.clearSecurityCode();
  }

  /** Puts the focus on a field, by its name; on the first one by default. */
  focus(name = 'number', options?: FocusOptions): void {
    const control = this.#find(name);
    if (control || !this.#isFramed) return control?.focus(options);
    const field = CARD_FIELDS.find((each) => each === name);
    // At once where that can be: some browsers let the focus follow a gesture alone.
    if (this.#framed) return this.#framed.focus(field, options);
    this.#loadFramed().then(
      () => this.#framed?.focus(field, options),
      () => undefined,
    );
  }

  /** Finds the element that a form can point at for a field: its control, or the frame that it is in. */
  findAnchor(field: CardField): HTMLElement | undefined {
    return this.#find(field) ?? this.#framed?.anchor;
  }

  /** Renders the host only where something changes that is shown beside the text of the field. */
  handleEvent(event: Event): void {
    const { target, type } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const field = CARD_FIELDS.find((each) => target === this.#find(each));
    if (event instanceof KeyboardEvent && isEnter(event)) return this.#handleEnter(event, field);
    if (!field) return;
    if (event instanceof ClipboardEvent) return this.#handlePaste(event, target);
    if (type !== 'input' && type !== 'compositionend') this.#validator.handleEvent(field, event);
    else this.#handleInput(field, event);
    if (type === 'focusout') this.#hintEnter();
  }

  get #isFramed(): boolean {
    return this.#options.framed?.settings.current.settings.frameUrl !== undefined;
  }

  /** The fields, wherever they are; `undefined` for those of a frame that has not come. */
  get #fields(): ValidatedFields | undefined {
    return this.#isFramed ? this.#framed?.fields : this.#validator;
  }

  #find(field: string): HTMLInputElement | null {
    return this.#options.inputs.find(field);
  }

  /**
   * Handles Enter: it shows the error of its own field, else moves to the next field that is not right. Once none is left, it is the browser's Enter,
   * which sends the form. Fields that the shopper has not entered are not marked.
   */
  #handleEnter(event: KeyboardEvent, field: CardField | undefined): void {
    if (this.#isFramed) return;
    const { wrong, isTyped } = this.#validator;
    if (!wrong.length || (!isTyped && this.#options.canBeEmpty())) return;
    event.preventDefault();
    // A key that is held down would move through all fields.
    if (event.repeat) return;
    if (field && wrong.includes(field)) return this.#validator.showError(field);
    const next = wrong.find((each) => field && CARD_FIELDS.indexOf(each) > CARD_FIELDS.indexOf(field)) ?? wrong[0];
    if (next) this.#find(next)?.focus();
  }

  /** Sets the label of Enter on a phone's keyboard: it sends the form where all other fields are right. */
  #hintEnter(): void {
    const { wrong } = this.#validator;
    for (const field of CARD_FIELDS) {
      const input = this.#find(field);
      if (input) input.enterKeyHint = wrong.some((each) => each !== field) ? 'next' : 'go';
    }
  }

  #handlePaste(event: ClipboardEvent, input: HTMLInputElement): void {
    const card = !input.readOnly && parseCardText(event.clipboardData?.getData('text/plain') ?? '');
    if (!card) return;
    event.preventDefault();
    this.#fill(card);
  }

  #handleInput(field: CardField, event?: Event): void {
    this.#options.typed();
    // Some keyboards and drops insert a copied text without a paste, and a paste may arrive before the validator.
    const card = field === 'number' && !isTyped(event) && parseCardText(this.#find(field)?.value ?? '');
    if (card) this.#fill(card);
    else this.#validator.handleInput(field, event);
  }

  /** Puts what was pasted where it belongs, as if each had been pasted there. A wrong one is marked, except in the field that is typed into. */
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

/** True where the text was changed by a key: by one character, or by an input method. */
function isTyped(event: Event | undefined): boolean {
  if (!(event instanceof InputEvent)) return event instanceof CompositionEvent;
  const { inputType, data } = event;
  return /^(?:delete|history|insertComposition)/.test(inputType) || (inputType === 'insertText' && data?.length === 1);
}
