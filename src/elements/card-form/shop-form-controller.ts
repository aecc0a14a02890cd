import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What sending the shop's form needs of the card form in it. */
export interface ShopFormOptions {
  /** The shop's form, while it has to wait for a typed card. */
  findForm: () => HTMLFormElement | null;
  /** Exchanges the typed card for a `cardId`. A second call while one runs returns the same promise. */
  tokenize: () => Promise<unknown>;
  isTokenizing: () => boolean;
  /** Called where the card could not be tokenized; the form is then not sent. */
  failed: (error: unknown) => void;
}

/** Keeps the shop's own form back until the typed card is tokenized, then sends it again with the `cardId` in it. */
export class ShopFormController implements ReactiveController {
  readonly #options: ShopFormOptions;

  constructor(host: ReactiveControllerHost, options: ShopFormOptions) {
    this.#options = options;
    host.addController(this);
  }

  /** At the window and while capturing: before any listener of the shop sees a form without its card. */
  hostConnected(): void {
    addEventListener('submit', this.#handleSubmit, true);
  }

  hostDisconnected(): void {
    removeEventListener('submit', this.#handleSubmit, true);
  }

  readonly #handleSubmit = (event: SubmitEvent): void => {
    const { findForm, tokenize, isTokenizing, failed } = this.#options;
    const form = findForm();
    if (!form || event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isTokenizing()) return;
    const { submitter } = event;
    tokenize().then(
      () => form.requestSubmit(submitter && 'form' in submitter && submitter.form === form ? submitter : null),
      (error: unknown) => failed(error),
    );
  };
}
