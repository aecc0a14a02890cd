import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChargeIntent } from './charge-intent.js';
import type { GuardPorts, OrderPix } from './guard-ports.js';
import { isFinal } from '../../domain/pix/charge.js';

/** How long a card waits for the module that watches Pix charges to load. */
const LOADING_LIMIT_MS = 10_000;

/** Makes a card wait for the status of its order's Pix codes, whether or not this page watches them. */
export class PixGate {
  readonly #ports: GuardPorts;
  readonly #orderKey: string;
  #pix: OrderPix | undefined;
  #isUsed = false;

  constructor(ports: GuardPorts, orderKey: string) {
    this.#ports = ports;
    this.#orderKey = orderKey;
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
    if (!this.#pix && (await this.#hasCodes())) {
      await withTimeLimit((async () => watchPix?.())(), this.#ports.clock, LOADING_LIMIT_MS).catch(() => undefined);
      if (!this.#pix) return 'unknown';
    }
    return this.#pix?.askBeforeCharge() ?? 'known';
  }

  /** Whether the journal has a code that may be paid: made by an earlier page, or by one that failed to load what watches codes. */
  async #hasCodes(): Promise<boolean> {
    const charges = await this.#ports.pixJournal?.read(this.#orderKey).catch(() => []);
    return charges?.some((charge) => !isFinal(charge)) === true;
  }
}
