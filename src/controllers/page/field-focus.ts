import type { LitElement, ReactiveController } from 'lit';
import { BalcaoEvent } from './checkout-events.js';
import { isFocusEvent } from './event-kinds.js';
import { FIELD_NAMES, type FieldName } from './field-names.js';

/** The focus tracker of each element. The messages of a frame in the element are passed to it. */
const trackers = new WeakMap<Element, FieldFocus>();

/** Sets the field that has the focus in a frame of this element; `undefined` when no field of the frame has it. */
export function setFramedFocus(host: Element, field: FieldName | undefined): void {
  trackers.get(host)?.followFrame(field);
}

/**
 * Dispatches one event when the focus enters a field of an element, and one when it leaves the field. The events have only the field's
 * name. The options of one group count as one field.
 */
export class FieldFocus implements ReactiveController {
  readonly #host: LitElement;
  #field: FieldName | undefined;
  /** The field inside a frame that has the focus. */
  #framed: FieldName | undefined;

  /** `earlier` lists the elements that had the focus before this tracker was created, in order. Their events are dispatched now. */
  constructor(host: LitElement, earlier: readonly (EventTarget | null)[] = []) {
    this.#host = host;
    trackers.set(host, this);
    for (const control of earlier) this.#enter(findFieldName(control));
    host.addController(this);
  }

  /** May run more than once: adding the same listener again has no effect. */
  hostConnected(): void {
    const { shadowRoot } = this.#host;
    shadowRoot?.addEventListener('focusin', this.#handleFocus);
    shadowRoot?.addEventListener('focusout', this.#handleBlur);
    this.#enter(findFieldName(shadowRoot?.activeElement));
  }

  /**
   * Follows the focus in a frame. The frame's messages arrive later than the page's own events, so the focus may already be in a field of
   * the page.
   */
  followFrame(field: FieldName | undefined): void {
    const left = this.#framed;
    this.#framed = field;
    if (field ?? (left && left === this.#field)) this.#enter(field);
  }

  /** Detects that the focused field was removed: not every browser fires `focusout` then. */
  hostUpdated(): void {
    const field = findFieldName(this.#host.shadowRoot?.activeElement) ?? this.#framed;
    if (field !== this.#field) this.#enter(undefined);
  }

  hostDisconnected(): void {
    this.#enter(undefined);
  }

  readonly #handleFocus = ({ target }: Event): void => this.#enter(findFieldName(target));

  readonly #handleBlur = (event: Event): void => {
    const next = isFocusEvent(event) ? findFieldName(event.relatedTarget) : undefined;
    if (next !== this.#field) this.#enter(undefined);
  };

  /** Sets the field that has the focus, and dispatches the events of the change. */
  #enter(name: FieldName | undefined): void {
    const left = this.#field;
    if (name === left) return;
    this.#field = name;
    if (left) this.#host.dispatchEvent(new BalcaoEvent('balcao-field-blur', { name: left }));
    if (name) this.#host.dispatchEvent(new BalcaoEvent('balcao-field-focus', { name }));
  }
}

/** Returns the name of a control if it is a field; otherwise `undefined`. */
function findFieldName(control: EventTarget | null | undefined): FieldName | undefined {
  const isNative = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  return isNative ? FIELD_NAMES.find((name) => name === control.name) : undefined;
}
