import type { LitElement, ReactiveController } from 'lit';

/**
 * Holds the height that the methods of a checkout have, from the moment that something is paid, so that nothing moves below it when an outcome
 * takes their place. Another method, and an order that can be paid anew, give it back.
 */
export class HeldHeight implements ReactiveController {
  readonly #host: LitElement;
  // A strict policy refuses a `style` attribute.
  readonly #sheet = new CSSStyleSheet();
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #heightPx = 0;
  #widthPx = 0;
  #isOver = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.shadowRoot?.adoptedStyleSheets.push(this.#sheet);
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('balcao-before-pay', this.#hold);
    this.#host.addEventListener('balcao-method-changed', this.#release);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('balcao-before-pay', this.#hold);
    this.#host.removeEventListener('balcao-method-changed', this.#release);
    this.#sizes.disconnect();
  }

  hostUpdated(): void {
    const methods = this.#methods;
    if (!methods) return;
    this.#sizes.observe(methods);
    const isOver = methods.matches('.over, [hidden]');
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    if (isOver) this.#hold();
    else this.#release();
  }

  get #methods(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.methods');
  }

  /** The most that they had since the method was chosen: the part that was paid in may be lower a frame before the rows go. */
  #measure(): void {
    const { offsetWidth = 0, offsetHeight = 0 } = this.#methods ?? {};
    if (this.#isOver) return;
    this.#heightPx = offsetWidth === this.#widthPx ? Math.max(this.#heightPx, offsetHeight) : offsetHeight;
    this.#widthPx = offsetWidth;
  }

  readonly #hold = (): void => {
    this.#measure();
    this.#sheet.replaceSync(`:host { --_held: ${this.#heightPx}px }`);
  };

  readonly #release = (): void => {
    this.#heightPx = 0;
    this.#sheet.replaceSync('');
  };
}
