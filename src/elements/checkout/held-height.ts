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

  #measure(): void {
    if (!this.#isOver) this.#heightPx = this.#methods?.offsetHeight ?? 0;
  }

  readonly #hold = (): void => {
    this.#measure();
    this.#sheet.replaceSync(`:host { --_held: ${this.#heightPx}px }`);
  };

  readonly #release = (): void => this.#sheet.replaceSync('');
}
