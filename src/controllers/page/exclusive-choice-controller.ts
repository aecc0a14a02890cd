import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getShadowHost, isShadowRoot } from './shadow-host.js';

/**
 * Prevents a new card and a saved card from being chosen at the same time: using one element clears the choice in the other, except among the
 * rows of a checkout. Two elements belong together if they are in the same checkout, else in the same form, else in the same page.
 */
export class ExclusiveChoiceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #type: 'input' | 'balcao-card-selected';
  readonly #drop: () => void;
  #scope: Node | undefined;

  /** `drop` is called when the shopper uses the other element: on `input` of a card form, or on the choice of a saved card. */
  constructor(host: ReactiveControllerHost & Element, type: 'input' | 'balcao-card-selected', drop: () => void) {
    this.#host = host;
    this.#type = type;
    this.#drop = drop;
    host.addController(this);
  }

  hostConnected(): void {
    this.#scope = findChoiceScope(this.#host);
    this.#scope.addEventListener(this.#type, this.#handle);
  }

  hostDisconnected(): void {
    this.#scope?.removeEventListener(this.#type, this.#handle);
  }

  readonly #handle = (event: Event): void => {
    const { target } = event;
    if (!isBesideOtherCard(this.#host)) return;
    if (target !== this.#host && (this.#type !== 'input' || isCardInput(event))) this.#drop();
  };
}

/**
 * Returns true if an element for new or saved cards is used beside the other one, as in a shop's own layout: then the one that was used last
 * pays. Among the rows of a checkout the open method pays, even if another one is filled in.
 */
export function isBesideOtherCard(element: Element): boolean {
  return getShadowHost(element)?.localName !== 'balcao-checkout';
}

/** True if the event comes from a text field in a card form, or from the form itself, which sends it for the fields in a frame. */
function isCardInput(event: Event): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target.localName !== 'balcao-card-form') return false;
  const [control] = event.composedPath();
  return control === target || (control instanceof HTMLInputElement && control.type === 'text');
}

/**
 * Returns the closest checkout or form around an element, else its shadow root or document: the scope within which a new card and a saved
 * card exclude each other.
 */
export function findChoiceScope(element: Element): Element | Document | ShadowRoot {
  const around = element.closest('balcao-checkout, form');
  const root = element.getRootNode();
  return around ?? (isShadowRoot(root) ? root : element.ownerDocument);
}
