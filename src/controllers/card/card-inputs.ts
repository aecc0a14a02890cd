import type { LitElement, ReactiveController } from 'lit';
import { CARD_FIELDS, type CardField } from './card-field.js';

/**
 * The inputs of a card in an element's shadow root, the only place of what is typed. They are emptied once the element has left the page, and before
 * the browser keeps the page for "back", which keeps the text of its inputs too.
 */
export class CardInputs implements ReactiveController {
  readonly #host: LitElement;
  readonly #leave: () => void;

  /** `leave` is called when all must be emptied: it calls `clear()`. */
  constructor(host: LitElement, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
  }

  /** True while anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.find(field)?.value.trim());
  }

  /** The input of a field; `null` where it is not in this document. */
  find(field: string): HTMLInputElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${field}`) ?? null;
  }

  /** Empties all inputs, or some. */
  clear(fields: readonly CardField[] = CARD_FIELDS): void {
    for (const field of fields) {
      const input = this.find(field);
      if (input) input.value = '';
    }
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
  }

  /** A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#leave);
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#leave();
    });
  }
}
