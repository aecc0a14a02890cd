import type { LitElement, ReactiveController } from 'lit';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { isCheckoutError } from '../../domain/errors.js';

/** The card form's side of the shop's form around it. */
export interface ShopFormOptions {
  /** The shop's form, while it has to wait for a typed card. */
  findForm: () => HTMLFormElement | null;
  /** Exchanges the typed card for a `cardId`. */
  exchange: () => Promise<SavedCard>;
  /** Called where the card could not be tokenized for another reason than a wrong field; the form is then not sent. */
  failed: () => void;
}

/** Tokenizes the typed card, and holds the shop's own form until that is done, then sends it again with the `cardId` in it. */
export class ShopFormController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: ShopFormOptions;
  #exchange: Promise<SavedCard> | undefined;

  constructor(host: LitElement, options: ShopFormOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get isTokenizing(): boolean {
    return this.#exchange !== undefined;
  }

  /** Exchanges the typed card. A second call while one runs returns the same promise. */
  tokenize(): Promise<SavedCard> {
    this.#exchange ??= this.#options.exchange().finally(() => {
      this.#exchange = undefined;
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
    return this.#exchange;
  }

  /** Listens at the window and while capturing: before any listener of the shop gets a form without its card. */
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

  #handleFailure(error: unknown): void {
    if (!isCheckoutError(error) || error.code === 'invalid-input') return;
    this.#options.failed();
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'save-card', error }));
  }
}
