import type { LitElement, ReactiveController } from 'lit';
import { BalcaoEvent } from './checkout-events.js';
import { FIELD_NAMES, type FieldName } from './field-names.js';

/** What tells of each element's fields, for what a frame in it says. */
const trackers = new WeakMap<Element, FieldFocus>();

/** Notes which field of a frame in an element has the focus; none once it has left the frame. */
export function noteFramedFocus(host: Element, field: FieldName | undefined): void {
  trackers.get(host)?.followFrame(field);
}

/**
 * Tells the page which field of an element has the focus, by its name alone: once when it comes into the field, once when it leaves it. The
 * options of one group are one field.
 */
export class FieldFocus implements ReactiveController {
  readonly #host: LitElement;
  #field: FieldName | undefined;
  /** The field of a frame that has the focus. */
  #framed: FieldName | undefined;

  /** `earlier`: what had the focus before, in turn; it is told now. */
  constructor(host: LitElement, earlier: readonly (EventTarget | null)[] = []) {
    this.#host = host;
    trackers.set(host, this);
    for (const control of earlier) this.#enter(readName(control));
    host.addController(this);
  }

  hostConnected(): void {
    const { shadowRoot } = this.#host;
    shadowRoot?.addEventListener('focusin', this.#handleFocus);
    shadowRoot?.addEventListener('focusout', this.#handleBlur);
    this.#enter(readName(shadowRoot?.activeElement));
  }

  /** What a frame says comes later than what the page itself hears: by then the focus may be in a field of the page. */
  followFrame(field: FieldName | undefined): void {
    const left = this.#framed;
    this.#framed = field;
    if (field ?? (left && left === this.#field)) this.#enter(field);
  }

  /** Not every browser tells that a field has lost the focus because it is gone. */
  hostUpdated(): void {
    const field = readName(this.#host.shadowRoot?.activeElement) ?? this.#framed;
    if (field !== this.#field) this.#enter(undefined);
  }

  hostDisconnected(): void {
    const { shadowRoot } = this.#host;
    shadowRoot?.removeEventListener('focusin', this.#handleFocus);
    shadowRoot?.removeEventListener('focusout', this.#handleBlur);
    this.#enter(undefined);
  }

  readonly #handleFocus = ({ target }: Event): void => this.#enter(readName(target));

  readonly #handleBlur = (event: Event): void => {
    const next = event instanceof FocusEvent ? readName(event.relatedTarget) : undefined;
    if (next !== this.#field) this.#enter(undefined);
  };

  #enter(name: FieldName | undefined): void {
    const left = this.#field;
    if (name === left) return;
    this.#field = name;
    if (left) this.#host.dispatchEvent(new BalcaoEvent('balcao-field-blur', { name: left }));
    if (name) this.#host.dispatchEvent(new BalcaoEvent('balcao-field-focus', { name }));
  }
}

/** The name of what is a field; `undefined` for anything else. */
function readName(control: EventTarget | null | undefined): FieldName | undefined {
  const isNative = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  return isNative ? FIELD_NAMES.find((name) => name === control.name) : undefined;
}
