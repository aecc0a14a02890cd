import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * Keeps the focus in an element whose parts come and go. Where the part that had it is gone, the element's `focus()` says where it goes:
 * at once, or, where there is no such place yet, with a later update, unless the shopper has put it elsewhere by then.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ReactiveElement;
  #isOwed = false;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#isOwed = this.#hasFocus || (this.#isOwed && document.activeElement === document.body);
  }

  hostUpdated(): void {
    if (this.#isOwed && !this.#hasFocus) this.#host.focus();
    this.#isOwed &&= !this.#hasFocus;
  }

  get #hasFocus(): boolean {
    return Boolean(this.#host.shadowRoot?.activeElement);
  }
}
