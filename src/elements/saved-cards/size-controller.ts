import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Tells an element that it takes another size, as where it comes into sight or goes out of it. */
export class SizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #sizes: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, changed: () => void) {
    this.#host = host;
    this.#sizes = new ResizeObserver(changed);
    host.addController(this);
  }

  hostConnected(): void {
    this.#sizes.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }
}
