import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChargeIntent } from './charge-intent.js';
import type { OrderPix } from './guard-ports.js';
import type { Clock } from '../../domain/clock.js';
import { hasOpenPix } from '../../domain/order/payment-record.js';
import type { OrderLedger } from './order-ledger.js';

/** How long a card waits for the module that watches Pix charges to load. */
const LOADING_LIMIT_MS = 10_000;

/** Makes a card wait for the status of its order's Pix codes, whether or not this page watches them. */
export class PixGate {
  readonly #clock: Clock;
  readonly #ledger: Pick<OrderLedger, 'records' | 'read'>;
  #pix: OrderPix | undefined;
  #isUsed = false;

  constructor(clock: Clock, ledger: Pick<OrderLedger, 'records' | 'read'>) {
    this.#clock = clock;
    this.#ledger = ledger;
  }

  /** Sets the order's Pix charges. */
  setPix(pix: OrderPix): void {
    if (this.#pix === pix) return;
    this.#pix?.stop();
    this.#pix = pix;
    if (this.#isUsed) pix.start();
  }

  /** Starts watching the codes. */
  start(): void {
    this.#isUsed = true;
    this.#pix?.start();
  }

  /** Stops watching the codes. */
  stop(): void {
    this.#isUsed = false;
    this.#pix?.stop();
  }

  /** Asks once more about each code that may still be paid; `unknown` where one may be paid and its status cannot be found out. Never rejects. */
  async askBeforeCharge({ watchPix }: ChargeIntent): Promise<'known' | 'unknown'> {
    // Another tab may have made a code of which no channel has told this one.
    if (!this.#pix) await this.#ledger.read({ isDecisive: true });
    // Made by an earlier page, or by one that failed to load what watches codes.
    if (!this.#pix && hasOpenPix(this.#ledger.records)) {
      await withTimeLimit((async () => watchPix?.())(), this.#clock, LOADING_LIMIT_MS).catch(() => undefined);
      if (!this.#pix) return 'unknown';
    }
    return this.#pix?.askBeforeCharge() ?? 'known';
  }
}
