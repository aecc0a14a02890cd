import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChargeIntent } from './charge-intent.js';
import type { GuardPorts, PixSide } from './guard-ports.js';
import { isFinal } from '../../domain/pix/charge.js';

/** How long a card waits for the code that watches Pix charges. */
const LOADING_LIMIT_MS = 10_000;

/** Stands between a card and the Pix codes of its order, whether or not anybody in this page watches them. */
export class PixGate {
  readonly #ports: GuardPorts;
  readonly #orderKey: string;
  #side: PixSide | undefined;
  #isUsed = false;

  constructor(ports: GuardPorts, orderKey: string) {
    this.#ports = ports;
    this.#orderKey = orderKey;
  }

  /** Sets who watches. */
  connect(side: PixSide): void {
    if (this.#side === side) return;
    this.#side?.stop();
    this.#side = side;
    if (this.#isUsed) side.start();
  }

  /** Has the codes watched from now on. */
  start(): void {
    this.#isUsed = true;
    this.#side?.start();
  }

  /** Ends the watching. */
  stop(): void {
    this.#isUsed = false;
    this.#side?.stop();
  }

  /** Asks once more about each code that may be paid. `unknown` where one may be and nobody can say. Never rejects. */
  async ask({ watchPix }: ChargeIntent): Promise<'known' | 'unknown'> {
    if (!this.#side && (await this.#hasCodes())) {
      await withTimeLimit((async () => watchPix?.())(), this.#ports.clock, LOADING_LIMIT_MS).catch(() => undefined);
      if (!this.#side) return 'unknown';
    }
    return this.#side?.askBeforeCharge() ?? 'known';
  }

  /** Whether the journal knows of a code that may be paid: made by an earlier page, or where the code that watches did not come. */
  async #hasCodes(): Promise<boolean> {
    const charges = await this.#ports.pixJournal?.read(this.#orderKey).catch(() => []);
    return charges?.some((charge) => !isFinal(charge)) === true;
  }
}
