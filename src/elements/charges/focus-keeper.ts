import type { ReactiveController, ReactiveElement } from 'lit';
import { isFocusLost } from '../../controllers/page/find-focus.js';

/**
 * Keeps the focus in an element whose controls are replaced. If the control with the focus was removed, the element's `focus()` moves the
 * focus to the next one: at once or, if there is none yet, after a later update, unless the shopper has moved the focus elsewhere.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: ReactiveElement;
  /** True while the focus is to return to the element. */
  #isOwed = false;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#isOwed = this.#hasFocus || (this.#isOwed && isFocusLost(this.#host));
  }

  hostUpdated(): void {
    if (this.#isOwed && !this.#hasFocus) this.#host.focus();
    this.#isOwed &&= !this.#hasFocus;
  }

  get #hasFocus(): boolean {
    return Boolean(this.#host.shadowRoot?.activeElement);
  }
}
