import type { LitElement, ReactiveController } from 'lit';
import { BalcaoEvent } from './checkout-events.js';
import { FIELD_NAMES, type FieldName } from './field-names.js';

/** The tracker of each element, for messages from a frame in it. */
const trackers = new WeakMap<Element, FieldFocus>();

/** Sets which field of a frame in an element has the focus; `undefined` once it has left the frame. */
export function setFramedFocus(host: Element, field: FieldName | undefined): void {
  trackers.get(host)?.followFrame(field);
}

/**
 * Dispatches the events of the focus in an element's fields, with the field's name alone: one when it enters the field, one when it leaves it. The
 * options of one group are one field.
 */
export class FieldFocus implements ReactiveController {
  readonly #host: LitElement;
  #field: FieldName | undefined;
  /** The field of a frame that has the focus. */
  #framed: FieldName | undefined;

  /** `earlier` has the elements that had the focus before, in turn; their events are dispatched now. */
  constructor(host: LitElement, earlier: readonly (EventTarget | null)[] = []) {
    this.#host = host;
    trackers.set(host, this);
    for (const control of earlier) this.#enter(findFieldName(control));
    host.addController(this);
  }

  /** The same listener again adds nothing. */
  hostConnected(): void {
    const { shadowRoot } = this.#host;
    shadowRoot?.addEventListener('focusin', this.#handleFocus);
    shadowRoot?.addEventListener('focusout', this.#handleBlur);
    this.#enter(findFieldName(shadowRoot?.activeElement));
  }

  /** Follows the focus in a frame. Its messages arrive later than the page's own events: by then the focus may be in a field of the page. */
  followFrame(field: FieldName | undefined): void {
    const left = this.#framed;
    this.#framed = field;
    if (field ?? (left && left === this.#field)) this.#enter(field);
  }

  /** Not every browser fires `focusout` for a field that is removed. */
  hostUpdated(): void {
    const field = findFieldName(this.#host.shadowRoot?.activeElement) ?? this.#framed;
    if (field !== this.#field) this.#enter(undefined);
  }

  hostDisconnected(): void {
    this.#enter(undefined);
  }

  readonly #handleFocus = ({ target }: Event): void => this.#enter(findFieldName(target));

  readonly #handleBlur = (event: Event): void => {
    const next = event instanceof FocusEvent ? findFieldName(event.relatedTarget) : undefined;
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
function findFieldName(control: EventTarget | null | undefined): FieldName | undefined {
  const isNative = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  return isNative ? FIELD_NAMES.find((name) => name === control.name) : undefined;
}
