import type { LitElement, ReactiveController } from 'lit';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { isCheckoutError } from '../../domain/errors.js';

/** The card form's side of its `ShopFormController`. */
export interface ShopFormOptions {
  /** Finds the shop's form around the element; `null` if the form need not wait for a typed card. */
  findForm: () => HTMLFormElement | null;
  /** Exchanges the typed card for a `cardId`. */
  exchange: () => Promise<SavedCard>;
  /** Called if the card could not be tokenized for another reason than a wrong field. The shop's form is then not submitted. */
  failed: () => void;
}

/** Tokenizes the typed card before the shop's own form around the element is submitted, and then submits the form with the `cardId`. */
export class ShopFormController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: ShopFormOptions;
  #exchange: Promise<SavedCard> | undefined;

  constructor(host: LitElement, options: ShopFormOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** True while the typed card is exchanged. */
  get isTokenizing(): boolean {
    return this.#exchange !== undefined;
  }

  /** Exchanges the typed card for a `cardId`. A second call before the first has ended returns the same promise. */
  tokenize(): Promise<SavedCard> {
    this.#exchange ??= this.#options.exchange().finally(() => {
      this.#exchange = undefined;
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
    return this.#exchange;
  }

  /** Listens on the window in the capture phase: before a listener of the shop gets a form without its card. */
  hostConnected(): void {
    addEventListener('submit', this.#handleSubmit, true);
  }

  hostDisconnected(): void {
    removeEventListener('submit', this.#handleSubmit, true);
  }

  readonly #handleSubmit = (event: SubmitEvent): void => {
    const form = this.#options.findForm();
    if (!form || event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.isTokenizing) return;
    const { submitter } = event;
    this.tokenize().then(
      () => form.requestSubmit(submitter && 'form' in submitter && submitter.form === form ? submitter : null),
      (error: unknown) => this.#handleFailure(error),
    );
  };

  /** Reports a card that could not be tokenized, unless a field is wrong: the form has marked the field. */
  #handleFailure(error: unknown): void {
    if (!isCheckoutError(error) || error.code === 'invalid-input') return;
    this.#options.failed();
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'save-card', error }));
  }
}
