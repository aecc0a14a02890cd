import { presentFields } from '../../domain/present-fields.js';
import { fetchShopStatus, fillShopUrl } from '../../client/shop/shop-status.js';
import type { PaymentsClient } from '../../client/payments-client.js';
import type { Clock } from '../../domain/clock.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import { CheckoutError } from '../../domain/errors.js';
import type { PixStatusSource } from '../../flow/pix/pix-charges.js';
import { SteadyTime } from '../../flow/pix/steady-time.js';
import { setConfirmedClock } from '../order/confirmed-clock.js';
import type { ProblemOperation } from '../page/checkout-events.js';
import type { Settings } from '../settings/settings.js';

/** The element's side of the questions about Pix charges. */
export interface QuestionSource {
  settings: () => Settings;
  loadClient: () => Promise<PaymentsClient>;
  /** Called with the error of a question or a stream. */
  report: (operation: ProblemOperation, error: CheckoutError) => void;
  /** The device's clock. */
  clock: Clock;
}

/** Asks for the status of an element's Pix charges: the shop's endpoint where there is one, else the service. */
export class ElementQuestions implements PixStatusSource {
  readonly #source: QuestionSource;
  #client: PaymentsClient | undefined;
  readonly #time: SteadyTime;
  #shopOffsetMs: number | undefined;

  constructor(source: QuestionSource) {
    this.#source = source;
    this.#time = new SteadyTime(source.clock, () => this.#getNow());
  }

  async ask(chargeId: string, signal: AbortSignal): Promise<PixStatusAnswer> {
    const { statusUrl, profile, orderId } = this.#source.settings();
    if (!statusUrl) return (await this.loadClient()).getPixStatus(chargeId, presentFields({ signal, orderId }));
    const { sentAt, ...answer } = await fetchShopStatus(fillShopUrl(statusUrl, chargeId), profile?.pixStatus ?? {}, { chargeId, signal });
    if (sentAt !== undefined) this.#setShopTime(sentAt);
    return answer;
  }

  /** By the service's clock where the client knows it, else by the shop's, else by the client's or the device's. Epoch ms. */
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
    if (this.#shopOffsetMs === undefined || this.#client?.isTimeKnown?.()) return (this.#client ?? this.#source.clock).now();
    return this.#source.clock.now() + this.#shopOffsetMs;
  }

  #setShopTime(sentAt: number): void {
    const { clock } = this.#source;
    const offsetMs = (this.#shopOffsetMs = sentAt - clock.now());
    setConfirmedClock('shop', () => clock.now() + offsetMs);
  }

  report(error: CheckoutError): void {
    this.#source.report('pix-status', error);
  }

  openStream(chargeId: string, { hint, setLive }: { hint: () => void; setLive: (isLive: boolean) => void }): () => void {
    const { statusStreamUrl } = this.#source.settings();
    if (!statusStreamUrl) return () => undefined;
    const source = new EventSource(fillShopUrl(statusStreamUrl, chargeId));
    source.addEventListener('open', () => setLive(true));
    source.addEventListener('message', hint);
    source.addEventListener('error', () => {
      setLive(false);
      // A connection that breaks is opened again by the browser; one that was refused is not.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source.report('stream', new CheckoutError('network', 'status-stream-url does not respond with server-sent events.'));
    });
    return () => source.close();
  }

  /** Loads the client, whose clock is used from then on. */
  async loadClient(): Promise<PaymentsClient> {
    return (this.#client = await this.#source.loadClient());
  }
}
