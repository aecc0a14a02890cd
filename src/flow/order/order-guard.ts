import type { Attempt } from '../../domain/order/attempt.js';
import { readOrderId } from '../../domain/order/order-key.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { UseCount } from '../use-count.js';
import type { ChargeIntent } from './charge-intent.js';
import { ChargeRunner } from './charge-runner.js';
import type { GuardPorts, OrderChange, OrderPix, ShopPorts } from './guard-ports.js';
import { OrderStatus } from './order-status.js';
import { PixGate } from './pix-gate.js';
import { ShopAnswers } from './shop-answers.js';

/**
 * Makes sure that one order is charged at most once by this page, its reloads and the other tabs of the browser, and that what is not
 * known is called unconfirmed. Every charge of an order passes through here.
 */
export class OrderGuard {
  /** The order's name in every journal; empty for an order that only this page knows. */
  readonly orderKey: string;
  readonly #ports: GuardPorts;
  readonly #use = new UseCount(() => this.#start());
  readonly #status: OrderStatus;
  readonly #shopAnswers: ShopAnswers;
  readonly #pix: PixGate;
  readonly #charges: ChargeRunner;
  #payment: Promise<PaymentOutcome> | undefined;

  /** Without an order key, an order of its own: its journal must then be one that no other guard has. */
  constructor(ports: GuardPorts, orderKey?: string) {
    this.orderKey = orderKey ?? '';
    this.#ports = ports;
    this.#status = new OrderStatus({
      ports,
      orderKey: this.orderKey,
      isUsed: () => this.#use.isUsed,
      isPaying: () => this.#payment !== undefined,
      isShopAsked: () => this.#shopAnswers.isAsking,
    });
    this.#shopAnswers = new ShopAnswers({
      clock: ports.clock,
      findUnconfirmed: () => (this.state.status === 'unconfirmed' ? this.state.attempt : undefined),
      isInFlight: (attempt) => this.#status.ledger.tabs.isInFlight(attempt),
      settle: async (attempt, change, details) => this.#status.update(await this.#status.settle(attempt, change, details)),
      onAsking: () => this.#status.update(),
    });
    this.#pix = new PixGate(ports, this.orderKey);
    this.#charges = new ChargeRunner({
      ports,
      orderId: orderKey === undefined ? undefined : readOrderId(orderKey),
      status: this.#status,
      pix: this.#pix,
      shop: this.#shopAnswers,
      onNoAnswer: () => this.#checkAgain(),
    });
  }

  /** How the order stands. */
  get state(): OrderState {
    return this.#status.state;
  }

  /** Whether a charge may have been sent that has no answer yet: leaving the page now would lose the answer. */
  get isInFlight(): boolean {
    return this.#charges.isInFlight;
  }

  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: (change: OrderChange) => void): () => void {
    return this.#status.subscribe(listener);
  }

  /** Sets the shop's endpoints that are given; the others stay as they are. */
  setShop({ resolve, notify }: ShopPorts): void {
    if (notify) this.#status.notifier.setNotify(notify);
    if (resolve && this.#shopAnswers.setResolve(resolve) && this.#use.isUsed) void this.#shopAnswers.ask();
  }

  /** Sets the order's Pix charges: they are watched while the order is in use, and asked about before a card is charged. */
  setPix(pix: OrderPix): void {
    this.#pix.setPix(pix);
  }

  /**
   * Writes down that a Pix was paid, which closes the order for good. Returns whether it is a duplicate: the order was paid by something
   * else before. A card that this tab or another is charging at this moment is waited for, since it may be that something. The same Pix
   * may be recorded any number of times. Never rejects.
   */
  async recordPaid(attempt: Attempt): Promise<{ isDuplicate: boolean }> {
    const { ledger, notifier } = this.#status;
    // The journal's word about cards is final only while none is being charged.
    do {
      if (this.#charges.isCharging) await this.#payment;
      await ledger.readSettled();
    } while (this.#charges.isCharging);
    const isDuplicate = ledger.attempts.some(({ state, attemptId }) => state === 'approved' && attemptId !== attempt.attemptId);
    if (isDuplicate) notifier.report({ ...attempt, state: 'approved' });
    else await this.#status.record(attempt, { state: 'approved' });
    this.#status.update();
    return { isDuplicate };
  }

  /** Closes the order because the shop said that it accepts no payment any more. */
  close(closed: 'paid' | 'closed'): void {
    this.#status.note({ closed });
    this.#status.update();
  }

  /** Adds a user: the first one has the journal read, and the tabs and the page listened to. */
  acquire(): void {
    this.#use.acquire();
  }

  /** Removes a user: with the last one all listening ends. A request that was sent, and its late answer, are still waited for. */
  release(): void {
    this.#use.release();
  }

  /** Pays, or returns why not. While one payment runs, every call returns its promise. Never rejects. */
  pay(intent: ChargeIntent): Promise<PaymentOutcome> {
    if (this.#payment) return this.#payment;
    const { ledger } = this.#status;
    const refusal = this.#status.findRefusal();
    if (refusal) {
      // What refuses may be over by now: the next call then knows.
      void ledger.read();
      return Promise.resolve(refusal);
    }
    this.#payment = (ledger.isRead ? Promise.resolve() : ledger.read())
      .then(() => this.#status.findRefusal() ?? this.#charges.run(intent))
      .finally(() => {
        this.#payment = undefined;
        this.#status.update();
      });
    const payment = this.#payment;
    this.#status.update();
    return payment;
  }

  /** The outcome to give instead of paying, once the journal is read; `undefined` where `pay()` would send or already runs. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    if (!this.#status.ledger.isRead) await this.#status.ledger.read();
    return this.#payment ? undefined : this.#status.findRefusal();
  }

  /** Reads the journal again and asks the shop about an unconfirmed attempt. */
  async check(): Promise<void> {
    await this.#status.ledger.read();
    await this.#shopAnswers.ask();
  }

  /** Starts over after the journal has forgotten the order. A charge whose request still runs stays locked. */
  forget(): void {
    this.#status.forget();
  }

  /** Starts listening to tabs and page. Returns a function that stops it. */
  #start(): () => void {
    const { activity } = this.#ports;
    const { tabs } = this.#status.ledger;
    const unsubscribe = activity.subscribe(() => {
      if (activity.visible && activity.online) this.#handleReturn();
    });
    tabs.startListening();
    this.#handleReturn();
    this.#pix.start();
    return () => {
      unsubscribe();
      this.#pix.stop();
      tabs.stopListening();
      this.#status.stop();
      this.#shopAnswers.stop();
    };
  }

  #handleReturn(): void {
    this.#status.notifier.retry();
    void this.check();
  }

  /** Asks the shop again where its "not charged" was ignored because a request was still running. */
  async #checkAgain(): Promise<void> {
    if (this.#shopAnswers.isToAskAgain && this.#use.isUsed) await this.check();
  }
}
