import type { CheckoutError } from '../../domain/errors.js';
import { readOrderId } from '../../domain/order/order-key.js';
import { findUnconfirmedAttempt, type OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { CardPaymentRecord, DueAmounts, PaymentRecord, PixPaymentRecord } from '../../domain/order/payment-record.js';
import { UseCount } from '../use-count.js';
import type { ChargeIntent } from './charge-intent.js';
import { ChargeRunner } from './charge-runner.js';
import type { GuardPorts, OrderChange, OrderNews, OrderPix, ShopPorts } from './guard-ports.js';
import { OrderStatus } from './order-status.js';
import { PixGate } from './pix-gate.js';
import { ShopAnswers } from './shop-answers.js';

/**
 * Makes sure that one order is charged at most once by this page, its reloads and the other tabs of the browser, and that what is not
 * known is called unconfirmed. Every payment of an order passes through here.
 */
export class OrderGuard {
  /** The order's name in the ledger; empty for an order that only this page knows. */
  readonly orderKey: string;
  /** The shop's identifier of the order; `undefined` for an order that only this page knows. */
  readonly orderId: string | undefined;
  readonly #ports: GuardPorts;
  readonly #use = new UseCount(() => this.#start());
  readonly #status: OrderStatus;
  readonly #shopAnswers: ShopAnswers;
  readonly #pix: PixGate;
  readonly #charges: ChargeRunner;
  #payment: Promise<PaymentOutcome> | undefined;

  /** Without an order key, an order of its own: its ledger must then be one that no other guard has. */
  constructor(ports: GuardPorts, orderKey?: string) {
    this.orderKey = orderKey ?? '';
    this.orderId = orderKey === undefined ? undefined : readOrderId(orderKey);
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
      findUnconfirmed: () => this.#findUnconfirmed(),
      isOver: (record) => this.#status.ledger.isOver(record),
      settle: async (record, change, details) => {
        const outcome = await this.#status.settle(record, change, details);
        this.#status.update(...(outcome ? [{ outcome }] : []));
      },
      onAsking: () => this.#status.update(),
    });
    this.#pix = new PixGate(ports.clock, this.#status.ledger);
    this.#charges = new ChargeRunner({
      ports,
      orderId: this.orderId,
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

  /** The order's payments from the view of this page, as last read. */
  get records(): readonly PaymentRecord[] {
    return this.#status.ledger.records;
  }

  /** Whether a Pix code of the order may still be paid, as of the last update: somebody must watch it. */
  get hasOpenPix(): boolean {
    return this.#status.hasOpenPix;
  }

  /** Whether a charge may have been sent that has no answer yet: leaving the page now would lose the answer. */
  get isInFlight(): boolean {
    return this.#charges.isInFlight;
  }

  /** Whether an answer may still come, also a late one of a charge that is unconfirmed. */
  get isAwaited(): boolean {
    return this.#payment !== undefined || this.#status.isLateAwaited;
  }

  /** Calls `listener` after every change, `isFirst` before those that are not. Returns a function that unsubscribes. */
  subscribe(listener: (change: OrderChange) => void, isFirst?: boolean): () => void {
    return this.#status.subscribe(listener, isFirst);
  }

  /** Calls `listener` with the order's payments whenever they were read or written. Returns a function that unsubscribes. */
  follow(listener: (records: readonly PaymentRecord[]) => void): () => void {
    return this.#status.follow(listener);
  }

  /** Whether an outcome is told for the first time in this page. Each is then told once, whatever number of elements could. */
  claim(outcome: PaymentOutcome): boolean {
    return this.#status.claim(outcome);
  }

  /** News that the page was not told, oldest first: for the next element of the order that is in the page. */
  get untold(): ReadonlySet<OrderChange> {
    return this.#status.untold;
  }

  /** Leaves news to the order's other elements, those of now or the next one: whoever learned it has left the page, where nobody hears an event. */
  leave(news: OrderNews): void {
    this.#status.pass(news);
  }

  /** Whether news is still to be told. Whoever takes it tells it, in the page. */
  take(change: OrderChange): boolean {
    return this.#status.take(change);
  }

  /** Sets the shop's endpoints that are given; the others stay as they are. */
  setShop({ resolve, notify }: ShopPorts): void {
    if (notify) this.#status.notifier.setNotify(notify);
    if (resolve && this.#shopAnswers.setResolve(resolve) && this.#use.isUsed) void this.#shopAnswers.ask();
  }

  /**
   * Sets what the order costs now; nothing where that cannot be read. A payment of less leaves the order paid short. A price by Pix holds
   * until another one is said, or another amount without one: other elements of the order may know nothing of it.
   */
  setDue({ dueCents, duePixCents }: DueAmounts): void {
    const { ledger } = this.#status;
    const { due } = ledger;
    if (dueCents === undefined) return;
    const isSame = dueCents === due.dueCents;
    if (isSame && (duePixCents === undefined || duePixCents === due.duePixCents)) return;
    ledger.due = { dueCents, duePixCents };
    // Also while a reading, or a payment, that has not heard of it is under way.
    if (this.#use.isUsed) void ledger.read();
  }

  /** Sets the order's Pix charges: they are watched while the order is in use, and asked about before a card is charged. */
  setPix(pix: OrderPix): void {
    this.#pix.setPix(pix);
  }

  /** Writes down a Pix code, or what was learned of one. A paid one closes the order for good. Never rejects. */
  savePix(record: PixPaymentRecord): Promise<void> {
    return this.#status.savePix(record);
  }

  /** Applies what a refused request of the order says of the whole order: that the shop has closed it, or that another device is paying. */
  applyClosing(error: CheckoutError): void {
    this.#status.applyClosing(error);
    this.#status.update();
  }

  /** Adds a user: the first one has the ledger read, and the tabs and the page listened to. */
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

  /** The outcome to give instead of paying, once the ledger is read; `undefined` where `pay()` would send or already runs. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    if (!this.#status.ledger.isRead) await this.#status.ledger.read();
    return this.#payment ? undefined : this.#status.findRefusal();
  }

  /** Reads the ledger again. With `isDecisive`, waits for what other tabs have written even where that was late before. */
  read(isDecisive = false): Promise<void> {
    return this.#status.ledger.read({ isDecisive });
  }

  /** Reads the ledger again and asks the shop about an unconfirmed attempt. */
  async check(): Promise<void> {
    await this.#status.ledger.read();
    await this.#shopAnswers.ask();
  }

  #findUnconfirmed(): CardPaymentRecord | undefined {
    const attempt = findUnconfirmedAttempt(this.state);
    return attempt && this.#status.findCard(attempt);
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
