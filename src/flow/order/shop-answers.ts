import type { Clock } from '../../domain/clock.js';
import type { AttemptChange } from '../../domain/order/attempt.js';
import { readAttempt, type CardPaymentRecord } from '../../domain/order/payment-record.js';
import type { OutcomeDetails } from '../../domain/order/outcome.js';
import { parseResolution, type Resolution, type ResolveUnconfirmed } from '../../domain/order/resolution.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** How long the shop may take to answer. */
export const SHOP_LIMIT_MS = 15_000;

/** What acting on the shop's answers needs of the order's guard. */
export interface ShopAnswersOptions {
  clock: Clock;
  /** The order's unconfirmed card, if it has one at this moment. */
  findUnconfirmed: () => CardPaymentRecord | undefined;
  /** Whether no request of the card can run any more, in this tab or another. */
  isOver: (record: CardPaymentRecord) => Promise<boolean>;
  /** Writes down what became of the card, and notifies the listeners. */
  settle: (record: CardPaymentRecord, change: AttemptChange, details: OutcomeDetails) => Promise<void>;
  /** Called when a question begins and ends. */
  onAsking: () => void;
}

/** Asks the shop what became of an order's unconfirmed attempt, one question at a time, and acts on its answer. */
export class ShopAnswers {
  readonly #options: ShopAnswersOptions;
  #resolve: ResolveUnconfirmed | undefined;
  #question: AbortController | undefined;
  #checking: Promise<void> | undefined;
  #isToAskAgain = false;

  constructor(options: ShopAnswersOptions) {
    this.#options = options;
  }

  /** Whether an answer is awaited. */
  get isAsking(): boolean {
    return this.#question !== undefined;
  }

  /** Whether the shop said "not charged" while a request was still running, which was therefore ignored. */
  get isToAskAgain(): boolean {
    return this.#isToAskAgain;
  }

  /** Sets how the shop is asked. Returns whether this is the first way to ask it. */
  setResolve(resolve: ResolveUnconfirmed): boolean {
    const isFirst = !this.#resolve;
    this.#resolve = resolve;
    return isFirst;
  }

  /** Asks, where there is an unconfirmed attempt and a way to ask. */
  async ask(): Promise<void> {
    const record = this.#options.findUnconfirmed();
    if (!record || !this.#resolve) return;
    this.#checking ??= this.#check(record, this.#resolve).finally(() => (this.#checking = undefined));
    await this.#checking;
  }

  /** Stops waiting for an answer. */
  stop(): void {
    this.#question?.abort();
  }

  async #check(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<void> {
    // Asked before the shop is: a request that ends while the shop looks may have charged after it looked.
    const isOver = await this.#options.isOver(record);
    const asking = this.#askOnce(record, resolve);
    this.#options.onAsking();
    const resolution = await asking;
    this.#options.onAsking();
    await this.#apply(record, resolution, isOver);
  }

  /** Asks for 15 s at most. A failure, no answer, an unreadable one and `stop()` are `unknown`. Never rejects. */
  async #askOnce(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<Resolution> {
    const { signal } = (this.#question = new AbortController());
    const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
    const asking = (async () => resolve({ ...readAttempt(record) }, { signal }))();
    try {
      return parseResolution(await withTimeLimit(Promise.race([asking, stopped]), this.#options.clock, SHOP_LIMIT_MS));
    } catch {
      return { status: 'unknown' };
    } finally {
      this.stop();
      this.#question = undefined;
    }
  }

  /** Acts on the shop's answer, if the card still waits for one. `isOver`: whether its request had ended before the shop looked. */
  async #apply(record: CardPaymentRecord, resolution: Resolution, isOver: boolean): Promise<void> {
    const { findUnconfirmed, settle } = this.#options;
    if (findUnconfirmed()?.id !== record.id || resolution.status === 'unknown') return;
    if (resolution.status === 'charged') {
      const { identifier, message } = resolution;
      return settle(record, { state: 'approved', ...presentFields({ identifier }) }, presentFields({ message }));
    }
    // A request that still runs may yet charge: the shop's "not charged" is ignored then, and asked for again.
    this.#isToAskAgain = !isOver;
    if (!this.#isToAskAgain) await settle(record, { state: 'failed' }, {});
  }
}
