import { presentFields } from '../../domain/present-fields.js';
import { fetchShopStatus, fillShopUrl } from '../../client/shop/shop-status.js';
import type { PaymentsClient } from '../../client/create-client.js';
import type { Clock } from '../../domain/clock.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import { CheckoutError } from '../../domain/errors.js';
import { isBoleto, type Charge } from '../../domain/order/charge.js';
import type { StatusSource } from '../../flow/charges/watched-charges.js';
import { SteadyTime } from '../../flow/charges/steady-time.js';
import { setConfirmedClock } from '../order/confirmed-clock.js';
import type { ProblemOperation } from '../page/checkout-events.js';
import type { Settings } from '../settings/settings.js';

/** The difference between two clocks, ms, that tells the same time: a response was under way for so long at most. */
const CONFIRMED_MS = 60_000;

/** The element's part in requests for the status of charges. */
export interface StatusSourceOptions {
  settings: () => Settings;
  loadClient: () => Promise<PaymentsClient>;
  /** Called with the error of a status request or of a stream. */
  report: (operation: ProblemOperation, error: CheckoutError) => void;
  /** The device's clock. */
  clock: Clock;
}

/**
 * Requests the status of an element's charges: from `status-url` if it is set, else of a Pix from the service. Also keeps the time by which
 * codes expire.
 */
export class ElementStatusSource implements StatusSource {
  readonly #options: StatusSourceOptions;
  #client: PaymentsClient | undefined;
  readonly #time: SteadyTime;
  #shopOffsetMs: number | undefined;

  constructor(options: StatusSourceOptions) {
    this.#options = options;
    this.#time = new SteadyTime(options.clock, () => this.#getNow());
  }

  async ask(charge: Charge, signal: AbortSignal): Promise<PixStatusAnswer> {
    const { statusUrl, profile, orderId } = this.#options.settings();
    const { chargeId } = charge;
    if (!statusUrl && isBoleto(charge))
      throw new CheckoutError('invalid-config', 'Only the shop knows the status of a boleto: set status-url.');
    if (!statusUrl) return (await this.loadClient()).getPixStatus(chargeId, presentFields({ signal, orderId }));
    const { sentAt, ...answer } = await fetchShopStatus(fillShopUrl(statusUrl, chargeId), profile?.pixStatus ?? {}, { chargeId, signal });
    if (sentAt !== undefined) this.learnTime(sentAt);
    return answer;
  }

  /**
   * The current instant by the service's clock if the client knows it, else by the shop's clock, else by the clock of the client or the
   * device. Epoch ms.
   */
  trueNow(): number {
    return this.#time.now();
  }

  steadyNow(): number {
    return this.#time.steadyNow();
  }

  noteWaiting(): void {
    this.#time.noteWaiting();
  }

  #getNow(): number {
    if (this.#shopOffsetMs === undefined || this.#client?.isTimeKnown?.()) return (this.#client ?? this.#options.clock).now();
    return this.#options.clock.now() + this.#shopOffsetMs;
  }

  /** Learns the time of the shop, epoch ms, from a response. */
  learnTime(sentAt: number): void {
    const { clock } = this.#options;
    const offsetMs = (this.#shopOffsetMs = sentAt - clock.now());
    setConfirmedClock('shop', () => clock.now() + offsetMs);
    if (Math.abs(this.#getNow() - sentAt) < CONFIRMED_MS) this.#time.noteTold();
  }

  report(error: CheckoutError): void {
    this.#options.report('pix-status', error);
  }

  openStream(charge: Charge, { hint, setLive }: { hint: () => void; setLive: (isLive: boolean) => void }): () => void {
    const { statusStreamUrl } = this.#options.settings();
    if (!statusStreamUrl) return () => undefined;
    const stream = new EventSource(fillShopUrl(statusStreamUrl, charge.chargeId));
    let last: unknown;
    stream.addEventListener('open', () => setLive(true));
    stream.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // A stream that was opened again repeats the state. A boleto is pending for days, and is not asked about for that.
      if (isBoleto(charge) && data === last) return;
      last = data;
      hint();
    });
    stream.addEventListener('error', () => {
      setLive(false);
      // The browser reopens a connection that failed, but not one that was refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      this.#options.report('stream', new CheckoutError('network', 'status-stream-url does not respond with server-sent events.'));
    });
    return () => stream.close();
  }

  /** Loads the client. From then on its clock is used. */
  async loadClient(): Promise<PaymentsClient> {
    return (this.#client = await this.#options.loadClient());
  }
}
