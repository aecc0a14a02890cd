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

  /** Out of sight counts from the update that saw it: in sight again before the next frame would else be no other size. */
  hostUpdated(): void {
    if (this.#host.getClientRects().length) return;
    this.hostDisconnected();
    if (this.#host.isConnected) this.hostConnected();
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }
}
