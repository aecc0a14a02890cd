import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps a new card and a saved one from being chosen at the same time: using one element clears the choice in the other. They are each
 * other's counterpart within a checkout, else within a form, else within the page.
 */
export class SourceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #type: 'input' | 'balcao-card-selected';
  readonly #drop: () => void;
  #scope: Node | undefined;

  /** `drop` is called when the other element begins to be the source: on `input` of a card form, on the choice of a saved card. */
  constructor(host: ReactiveControllerHost & Element, type: 'input' | 'balcao-card-selected', drop: () => void) {
    this.#host = host;
    this.#type = type;
    this.#drop = drop;
    host.addController(this);
  }

  hostConnected(): void {
    this.#scope = findSourceScope(this.#host);
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

/** Whether an event tells of a text in a card form, or of one in the frame of its fields, of which the form itself tells. */
function isCardInput(event: Event): boolean {
  const { target } = event;
  if (!(target instanceof Element) || target.localName !== 'balcao-card-form') return false;
  const [control] = event.composedPath();
  return control === target || (control instanceof HTMLInputElement && control.type === 'text');
}

/** Where an element's counterpart is. */
export function findSourceScope(element: Element): Element | Document | ShadowRoot {
  const around = element.closest('balcao-checkout, form');
  const root = element.getRootNode();
  return around ?? (root instanceof ShadowRoot ? root : element.ownerDocument);
}
