import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Brand } from '../../domain/card/brands.js';
import type { Clock } from '../../domain/clock.js';
import { afterPaint } from '../page/after-paint.js';
import { createPartLoader } from '../page/part-loader.js';
import { CARD_FIELDS, type CardField, type FieldError } from './card-field.js';
import type * as cardRules from './card-rules.js';
import type { MaskedInput } from './masked-input.js';
import type { TypedCard } from './typed-card.js';

/** Where the controller finds the inputs and what it needs to judge them. */
export interface CardFieldsOptions {
  /** The input of a field, once it is rendered. */
  input: (field: CardField) => HTMLInputElement | null;
  isConnected: () => boolean;
  /** Brands that the shop accepts; all when absent. */
  acceptedBrands: () => readonly Brand[] | undefined;
  clock: Clock;
  /** Called when the brand or the completeness of the card changed. */
  changed: (change: { complete: boolean; brand: Brand; last4?: string }) => void;
}

/**
 * Judges the four fields of a card. What is typed lives in the inputs alone: this controller keeps which fields are
 * wrong, the brand and whether the card is complete, never a digit. The rules are loaded after the first field is shown: what was
 * typed by then is grouped and judged when they come.
 */
export class CardFieldsController implements ReactiveController {
  /** What is wrong and shown; a field that is still being typed is quiet until it is left. */
  readonly errors = new Map<CardField, FieldError>();
  /** Whether the errors came with a payment: the focus on a field then reads its error out, so its live region stays silent. */
  isQuiet = false;
  /** The network that the number seems to belong to. */
  brand: Brand = 'unknown';
  numberMask: MaskedInput | undefined;
  expirationMask: MaskedInput | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #options: CardFieldsOptions;
  #rules: typeof cardRules | undefined;
  /** What was last announced. */
  #announced = '';

  constructor(host: ReactiveControllerHost, options: CardFieldsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Loads the rules. Rejects with a `CheckoutError`; the next call tries again. */
  readonly load = createPartLoader(async () => this.#adopt(await import('./card-rules.js')));

  hostConnected(): void {
    addEventListener('pagehide', this.#handlePageHide);
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Clears the fields once the element has left the page. A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#handlePageHide);
    queueMicrotask(() => {
      if (!this.#options.isConnected()) this.clear();
    });
  }

  /** To be called when the text of a field changed. */
  handleInput(field: CardField): void {
    if (field === 'number') this.#setBrand(this.#rules?.detectBrand(this.#text('number')) ?? 'unknown');
    // A shown error goes as soon as the text is no longer wrong; a new one waits until the field is left.
    if (this.errors.has(field) && !this.#findError(field)) this.errors.delete(field);
    this.#announce();
    this.#host.requestUpdate();
  }

  /** To be called when a field was left. An empty one is not marked before the shopper pays. */
  handleLeave(field: CardField): void {
    this.isQuiet = false;
    if (this.#text(field).trim() || this.errors.has(field)) this.#mark(field);
  }

  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. Without the rules all are wrong. */
  validate(): TypedCard | { fields: CardField[] } {
    this.isQuiet = true;
    for (const field of CARD_FIELDS) this.#mark(field);
    return this.#card ?? { fields: CARD_FIELDS.filter((field) => !this.#rules || this.#findError(field)) };
  }

  /** Whether every field is right, without marking any. */
  get isValid(): boolean {
    return this.#card !== undefined;
  }

  /** Whether anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.#text(field).trim());
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): { field: CardField; error: FieldError } | undefined {
    for (const field of CARD_FIELDS) {
      const error = this.#findError(field);
      if (error) return { field, error };
    }
    return undefined;
  }

  /** Empties all fields. */
  clear(): void {
    for (const field of CARD_FIELDS) this.#empty(field);
    this.errors.clear();
    this.numberMask?.clear();
    this.expirationMask?.clear();
    this.#setBrand('unknown');
    this.#announce();
    this.#host.requestUpdate();
  }

  /** Empties the security code, which is never kept after it was sent (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#empty('securityCode');
    this.#announce();
  }

  /** The typed card, where every field is right. */
  get #card(): TypedCard | undefined {
    const isRight = this.#rules && !CARD_FIELDS.some((field) => this.#findError(field));
    return isRight ? this.#rules?.readTypedCard((field) => this.#text(field)) : undefined;
  }

  #adopt(rules: typeof cardRules): void {
    this.#rules = rules;
    this.numberMask = rules.createNumberMask();
    this.expirationMask = rules.createExpirationMask();
    this.#host.requestUpdate();
    // After the render, which gives the inputs their masks.
    void this.#host.updateComplete.then(() => {
      for (const field of CARD_FIELDS) {
        if (this.#text(field)) this.#options.input(field)?.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
    });
  }

  /** Clears the fields before the browser keeps the page for "back", which keeps the text of its inputs too. */
  readonly #handlePageHide = (): void => this.clear();

  #empty(field: CardField): void {
    const input = this.#options.input(field);
    if (input) input.value = '';
  }

  #text(field: CardField): string {
    return this.#options.input(field)?.value ?? '';
  }

  #setBrand(brand: Brand): void {
    if (brand === this.brand) return;
    this.brand = brand;
    if (this.errors.has('securityCode')) this.#mark('securityCode');
  }

  #mark(field: CardField): void {
    const error = this.#findError(field);
    if (error) this.errors.set(field, error);
    else this.errors.delete(field);
    this.#host.requestUpdate();
  }

  /** Calls `changed` where the brand or the completeness of the card changed, and only then. */
  #announce(): void {
    const card = this.#card;
    const change = { complete: card !== undefined, brand: this.brand, ...(card && { last4: card.last4 }) };
    const announced = JSON.stringify(change);
    if (announced === this.#announced) return;
    this.#announced = announced;
    this.#options.changed(change);
  }

  #findError(field: CardField): FieldError | undefined {
    const { acceptedBrands, clock } = this.#options;
    return this.#rules?.findFieldError(field, this.#text(field), { brand: this.brand, acceptedBrands: acceptedBrands(), now: clock.now() });
  }
}
