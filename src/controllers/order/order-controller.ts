import type { ReactiveController } from 'lit';
import type { OrderState } from '../../domain/order/order-state.js';
import { afterPaint } from '../page/after-paint.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { AnnounceOutcome, OrderFollower } from './order-follower.js';
import { loadPayPart } from '../payment/pay-loader.js';

/** Keeps an element in step with its order. The order is read after the first paint; until then it stands as one that may be paid. */
export class OrderController implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #announce: AnnounceOutcome | undefined;
  #follower: OrderFollower | undefined;

  /** `announce` is called with outcomes that no `pay()` returned: late ones, the shop's, another tab's. Without it the host only renders the order. */
  constructor(host: SettingsHost, settings: SettingsController, announce?: AnnounceOutcome) {
    this.#host = host;
    this.#settings = settings;
    this.#announce = announce;
    host.addController(this);
  }

  /** What follows the order, once it is read. */
  get follower(): OrderFollower | undefined {
    return this.#follower;
  }

  /** How the order stands. */
  get state(): OrderState {
    return this.#follower?.state ?? { status: 'reading' };
  }

  /** Whether a form makes sense: the order is neither paid, closed, unconfirmed nor being paid elsewhere. */
  get isPayable(): boolean {
    return this.#follower?.isPayable ?? true;
  }

  /** Seconds until another try is allowed; 0 when it is. */
  get waitSeconds(): number {
    return this.#follower?.waitSeconds ?? 0;
  }

  /** Whether a Pix code of the order may still be paid, which then must be watched. */
  get hasOpenPix(): boolean {
    return this.#follower?.guard.hasOpenPix ?? false;
  }

  /** Follows the order that the settings name now. Rejects with a `CheckoutError` where the code for it cannot be loaded; the next call tries again. */
  async load(): Promise<OrderFollower> {
    const { OrderFollower } = await loadPayPart();
    return (this.#follower ??= new OrderFollower(this.#host, this.#settings, this.#announce)).ready();
  }

  /** Starts a new order where this one has no identifier and is settled. An order with an identifier stays as it is. */
  renew(): void {
    this.#follower?.renew();
  }

  hostConnected(): void {
    // Where the code cannot be loaded, the order stays as it is and paying says why.
    void afterPaint().then(() =>
      this.load().then(
        () => this.#host.requestUpdate(),
        () => undefined,
      ),
    );
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follower?.follow();
  }

  hostDisconnected(): void {
    this.#follower?.stop();
  }
}
