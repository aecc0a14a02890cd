import type { LitElement, ReactiveController } from 'lit';
import { CARD_FIELDS, type CardField } from './card-field.js';

/**
 * The inputs of a card in an element's shadow root. Only they hold what is typed. They are cleared when the element has left the page, and
 * before the browser puts the page into its back/forward cache, which would keep their text.
 */
export class CardInputs implements ReactiveController {
  readonly #host: LitElement;
  readonly #leave: () => void;

  /** `leave` is called when all inputs must be cleared, and must call `clear()`. */
  constructor(host: LitElement, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
  }

  /** True while anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.find(field)?.value.trim());
  }

  /** Returns the input of a field; `null` if the element does not render it. */
  find(field: string): HTMLInputElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${field}`) ?? null;
  }

  /** Clears the inputs of the given fields, by default all of them. */
  clear(fields: readonly CardField[] = CARD_FIELDS): void {
    for (const field of fields) {
      const input = this.find(field);
      if (input) input.value = '';
    }
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
  }

  /** Waits one microtask: a host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#leave);
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#leave();
    });
  }
}
