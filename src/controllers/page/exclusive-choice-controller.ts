import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps a new card and a saved one from being chosen at the same time: using one element clears the choice in the other. They are each
 * other's counterpart within a checkout, else within a form, else within the page.
 */
export class ExclusiveChoiceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #type: 'input' | 'balcao-card-selected';
  readonly #drop: () => void;
  #scope: Node | undefined;

  /** `drop` is called when the other element becomes the source: on `input` of a card form, on the choice of a saved card. */
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
    if (target !== this.#host && (this.#type !== 'input' || isCardInput(event))) this.#drop();
  };
}

/** True for an event of a text field in a card form, or of the frame of its fields, which the form itself sends. */
function isCardInput(event: Event): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target.localName !== 'balcao-card-form') return false;
  const [control] = event.composedPath();
  return control === target || (control instanceof HTMLInputElement && control.type === 'text');
}

/** Finds the part of the page in which an element has its counterpart. */
export function findChoiceScope(element: Element): Element | Document | ShadowRoot {
  const around = element.closest('balcao-checkout, form');
  const root = element.getRootNode();
  return around ?? (root instanceof ShadowRoot ? root : element.ownerDocument);
}
