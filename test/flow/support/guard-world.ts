import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { CheckoutError, isCheckoutError } from '../../../src/domain/errors.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { PixPaymentRecord } from '../../../src/domain/order/ledger-record.js';
import { createChargePaymentId } from '../../../src/domain/order/charge.js';
import type { ChargeIntent } from '../../../src/flow/order/charge-intent.js';
import type { GuardPorts, OrderChange, ShopPorts } from '../../../src/flow/order/guard-ports.js';
import type { LedgerStore } from '../../../src/flow/ledger/ledger-store.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { OrderGuard } from '../../../src/flow/order/order-guard.js';
import type { PageActivity } from '../../../src/flow/browser/page-activity.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FakeChannels, FakeLocks } from './fake-tabs.js';

/** How long a card's answer is waited for. */
export const LIMIT_MS = 60_000;

export const ORDER_KEY = 'https://service.example/v1|order-7';

/** A page that a test shows, hides and takes offline. */
export class FakeActivity implements PageActivity {
  online = true;
  visible = true;
  readonly #listeners = new Set<() => void>();

  get listenerCount(): number {
    return this.#listeners.size;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(change: { online?: boolean; visible?: boolean }): void {
    Object.assign(this, change);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A charge that reached the service and waits for what the test answers. */
export interface SentCharge {
  readonly attempt: Attempt;
  answer(result: ChargeResult): void;
}

/** One tab's page: a guard of the order, and what it told. */
export interface Tab {
  readonly guard: OrderGuard;
  readonly activity: FakeActivity;
  readonly changes: OrderChange[];
  /** Outcomes that were told beside the answers of `pay()`. */
  readonly outcomes: PaymentOutcome[];
  /** Crash, close or reload: nothing of the tab runs any more. */
  kill(): void;
}

/** A Pix code of the order that was paid. */
export function createPaidPix(chargeId = '1', change: Partial<PixPaymentRecord> = {}): PixPaymentRecord {
  return {
    kind: 'pix',
    id: createChargePaymentId('pix', chargeId),
    orderAmount: '149.90',
    charge: { chargeId, orderId: 'order-7', amount: '149.90', brCode: '000201', createdAt: 0, expiresAt: 1_800_000, status: 'paid' },
    ...change,
  };
}

export const APPROVED: ChargeResult = { status: 'approved', identifier: 'tx-1', message: 'Transação aprovada' };
export const DECLINED: ChargeResult = { status: 'declined', message: 'Cartão recusado' };
export const FAILED: ChargeResult = { status: 'failed', error: new CheckoutError('not-found', 'Not found.'), sent: true };
export const UNCONFIRMED: ChargeResult = { status: 'unconfirmed', error: new CheckoutError('server', 'HTTP 500.') };

/** A charge that timed out while its request still runs, and the late answer of that request. */
export function createTimedOut(): { result: ChargeResult; answer: (result: ChargeResult) => void } {
  let answer: (result: ChargeResult) => void = () => undefined;
  const late = new Promise<ChargeResult>((resolve) => (answer = resolve));
  return { result: { status: 'unconfirmed', error: new CheckoutError('timeout', 'No answer in time.'), late }, answer };
}

/** A ledger that does some things otherwise. */
export function wrapLedger(store: LedgerStore, change: Partial<LedgerStore>): LedgerStore {
  return {
    change: (...args) => store.change(...args),
    read: (...args) => store.read(...args),
    forget: (...args) => store.forget(...args),
    sweep: (...args) => store.sweep(...args),
    ...change,
  };
}

/** A browser with any number of tabs on one order, a clock, and a service that the test plays. */
export class GuardWorld {
  readonly clock = new FakeClock();
  readonly locks = new FakeLocks();
  readonly channels = new FakeChannels();
  readonly sent: SentCharge[] = [];
  store: LedgerStore = new MemoryLedger();
  #nextId = 0;

  /** Opens a tab whose guard is in use. */
  openTab(options: { shop?: ShopPorts; ports?: Partial<GuardPorts>; orderKey?: string } = {}): Tab {
    const activity = new FakeActivity();
    const life = { isDead: false };
    const guard = new OrderGuard(
      {
        clock: this.clock,
        activity,
        store: this.#mortal(life),
        locks: this.locks.of(life),
        openChannel: this.channels.open,
        newAttemptId: () => `attempt-${(this.#nextId += 1)}`,
        ...options.ports,
      },
      options.orderKey ?? ORDER_KEY,
    );
    const changes: OrderChange[] = [];
    guard.subscribe((change) => changes.push(change));
    if (options.shop) guard.setShop(options.shop);
    guard.acquire();
    const kill = (): void => {
      life.isDead = true;
      this.locks.kill(life);
      guard.release();
    };
    return {
      guard,
      activity,
      changes,
      get outcomes() {
        return changes.flatMap(({ outcome }) => outcome ?? []);
      },
      kill,
    };
  }

  /** A card charge whose request waits for the test's answer. `token` is awaited first, as the client does. */
  intent(change: Partial<ChargeIntent> = {}, token: Promise<unknown> = Promise.resolve()): ChargeIntent {
    return {
      method: 'card',
      amount: '149.90',
      orderAmount: '149.90',
      limitMs: LIMIT_MS,
      installments: 1,
      whoPaysFee: 'merchant',
      brand: 'visa',
      last4: '1111',
      send: async (attempt, beforeSend) => {
        try {
          await token;
          await beforeSend();
        } catch (error) {
          return { status: 'failed', error: isCheckoutError(error) ? error : new CheckoutError('aborted', 'Aborted.'), sent: false };
        }
        return new Promise((answer) => this.sent.push({ attempt, answer }));
      },
      ...change,
    };
  }

  /** Pays in a tab and answers as given; the outcome. */
  async payAndAnswer(tab: Tab, result: ChargeResult): Promise<PaymentOutcome> {
    const paying = tab.guard.pay(this.intent());
    await this.settle();
    this.sent.at(-1)?.answer(result);
    await this.settle();
    return paying;
  }

  /** Lets everything run that is ready, without moving time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await this.clock.advance(0);
  }

  /** The order's payments, in short, as the ledger has them. */
  async readStates(): Promise<string[]> {
    const { records } = await this.store.read(ORDER_KEY);
    return records.map((record) => `${record.id} ${record.kind === 'card' ? record.attempt.state : record.charge.status}`);
  }

  /** The ledger as a tab uses it: after its death nothing more is written, and nothing answers. */
  #mortal(life: { isDead: boolean }): LedgerStore {
    const unlessDead = <T>(work: () => Promise<T>): Promise<T> => (life.isDead ? new Promise<T>(() => undefined) : work());
    return {
      change: (...args) => unlessDead(() => this.store.change(...args)),
      read: (...args) => unlessDead(() => this.store.read(...args)),
      forget: (...args) => unlessDead(() => this.store.forget(...args)),
      sweep: (...args) => unlessDead(() => this.store.sweep(...args)),
    };
  }
}
