import { forgetCustomer } from '../../src/controllers/saved-cards/forget-customer.js';
import type { Attempt } from '../../src/domain/order/attempt.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { readAttempt } from '../../src/domain/order/payment-record.js';
import { IndexedDbLedger } from '../../src/flow/ledger/indexed-db-ledger.js';
import { createOrderKey } from '../../src/domain/order/order-key.js';
import type { FaultName, FaultParams, Operation } from '../../src/sandbox/index.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import type { Step } from './steps.js';
import { Tab, pause, waitUntil } from './tab.js';
import type { ToldOutcome } from './tab.js';

/** The card's time limit, in ms: long enough for an answer that comes, short enough to be waited for. */
export const CARD_LIMIT_MS = 400;

const MAX_TABS = 3;
const FORM = { holderName: 'MARIA DA SILVA', expirationDate: '0131', securityCode: '737' };

/** What IndexedDB holds: the same ledger that the tabs write. */
const ledger = new IndexedDbLedger();

/** One order of one shopper, in up to three tabs, at a service and a shop of its own. */
export class World {
  readonly room: Room;
  readonly orderId: string;
  readonly tabs: Tab[] = [];
  /** Tabs that were closed, for what they had been told. */
  readonly closed: Tab[] = [];
  /** Attempts by the token that each was given. */
  readonly attempts = new Map<string, string>();
  /** Whether the service has had a reason to answer 401. */
  hasRefusedTokens = false;

  constructor(room: Room) {
    this.room = room;
    this.orderId = `order-${room.name}`;
  }

  static async create(): Promise<World> {
    const world = new World(await openRoom());
    await world.openTab();
    return world;
  }

  get allTabs(): Tab[] {
    return [...this.tabs, ...this.closed];
  }

  get outcomes(): ToldOutcome[] {
    return this.allTabs.flatMap(({ outcomes }) => outcomes);
  }

  /** Whether a tab gave IndexedDB up, because this machine was too slow for it: then nothing is promised between tabs. */
  get isVoid(): boolean {
    return this.allTabs.some(({ log }) => log.some((line) => line.includes('IndexedDB is missing, blocked or slow')));
  }

  async openTab(tag: 'balcao-checkout' | 'balcao-card-form' = 'balcao-checkout'): Promise<Tab> {
    const { baseUrl, tokenUrl, resolveUrl, notifyUrl } = this.room;
    const tab = await Tab.open({
      name: `${this.room.name}-${this.tabs.length + this.closed.length}`,
      tag,
      attributes: {
        ...{ 'base-url': baseUrl, 'token-url': tokenUrl, 'resolve-url': resolveUrl, 'notify-url': notifyUrl },
        ...{ amount: '149.90', 'order-id': this.orderId, 'customer-id': this.orderId, methods: 'saved-cards card' },
      },
      properties: { profile: { timeLimits: { cardMs: CARD_LIMIT_MS, otherMs: CARD_LIMIT_MS } } },
      gotToken: (token, attemptId) => this.attempts.set(token, attemptId),
    });
    this.tabs.push(tab);
    return tab;
  }

  /** Does a step; one that makes no sense now does nothing, as it would for a shopper. */
  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'open a tab':
        if (this.tabs.length < MAX_TABS) await this.openTab();
        return;
      case 'pay in every tab':
        for (const tab of this.tabs) this.#fillIn(tab);
        for (const tab of this.tabs) void tab.pay();
        return;
      case 'fault':
        return this.#plan(step.operation, step);
      case 'shop fault':
        return this.room.shop.fault(step.endpoint, step.fault, { amount: 200 });
      case 'answer late':
        await this.room.release();
        return;
      case 'release the shop':
        return this.room.shop.release();
      case 'clear faults':
        return this.room.clearFaults();
      case 'revoke tokens':
        this.hasRefusedTokens = true;
        return this.room.revokeTokens();
      default: {
        const tab = this.tabs[step.tab % this.tabs.length];
        if (tab) await this.#takeIn(tab, step);
      }
    }
  }

  /** Everything goes well from now on: all faults are over, everybody is online, all elements are in their pages, no request hangs. */
  async calmDown(): Promise<void> {
    await Promise.all([this.room.clearFaults(), this.room.shop.clearFaults()]);
    for (const tab of this.tabs) {
      this.#putBack(tab);
      if (!tab.isOnline) tab.setOnline(true);
    }
    const isBusy = (): boolean => this.tabs.some(({ isPaying }) => isPaying);
    const end = performance.now() + 20_000;
    do {
      await Promise.all([this.room.release(), this.room.shop.release()]);
      await pause(20);
      if (performance.now() > end) throw new Error(`A payment never ends. ${this.tabs.map(({ text }) => text).join(' | ')}`);
    } while (isBusy() || (await this.room.state()).pending.length > 0);
  }

  /**
   * The shopper looks once more, in a new tab, and checks until it is known what became of the payment. Answers what `pay()` then says of
   * an empty form: the stored outcome, or `invalid` where the order may still be paid.
   */
  async lookAgain(): Promise<PaymentOutcome['status']> {
    for (const tab of this.tabs) tab.comeBack();
    const tab = await this.openTab('balcao-card-form');
    const end = performance.now() + 10_000;
    for (;;) {
      const outcome = await tab.pay();
      const isWaiting = outcome.status === 'failed' && outcome.error.code === 'rate-limited';
      if (outcome.status === 'approved' || outcome.status === 'invalid') return outcome.status;
      if (isWaiting) return 'invalid';
      if (performance.now() > end) throw new Error(`The last tab never knows: ${tab.text}`);
      tab.press('check-button');
      await pause(30);
    }
  }

  /** The order's attempts as IndexedDB has them. */
  async readLedger(): Promise<Attempt[]> {
    const { records } = await ledger.read(createOrderKey(this.room.baseUrl, this.orderId));
    return records.map(readAttempt);
  }

  /** Closes every tab and takes the order's records out of the browser. */
  async end(): Promise<void> {
    for (const tab of this.tabs) tab.close();
    await ledger.forget(this.orderId, crypto.randomUUID());
    // Its time limit is for shoppers: on a slow machine the cards stay, which nobody asks for any more.
    await forgetCustomer(this.orderId).catch(() => undefined);
  }

  async #takeIn(tab: Tab, step: Extract<Step, { tab: number }>): Promise<void> {
    switch (step.do) {
      case 'type':
        return tab.type({ number: step.number, ...FORM });
      case 'pay':
        this.#fillIn(tab);
        void tab.pay();
        return;
      case 'pay into a fault':
        await this.#plan('processPayment', step);
        this.#fillIn(tab);
        void tab.pay();
        return;
      case 'click':
        this.#fillIn(tab);
        return tab.click(step.times);
      case 'enter':
        this.#fillIn(tab);
        return tab.enter();
      case 'reload':
        return tab.reload();
      case 'close':
        return this.#close(tab);
      case 'remove':
        return tab.element.remove();
      case 'put back':
        return this.#putBack(tab);
      case 'offline':
        return tab.setOnline(false);
      case 'online':
        return tab.setOnline(true);
      case 'come back':
        return tab.comeBack();
      case 'check':
        return tab.press('check-button');
      case 'tick':
        return tab.find<HTMLInputElement>('[name="saveCard"]')?.click();
      case 'pay with a saved card':
        tab.press('method-tab-saved-cards');
        tab.find<HTMLInputElement>('[name="cardId"]')?.click();
        return tab.click();
      case 'switch':
        return tab.press(`method-tab-${step.method}`);
      case 'wait for the answer':
        await waitUntil(
          () => !tab.isPaying,
          () => 'an answer',
          CARD_LIMIT_MS * 2,
        ).catch(() => undefined);
    }
  }

  #plan(operation: Operation, { fault, params }: { fault: FaultName; params: FaultParams & { times?: number } }): Promise<void> {
    if (fault === '401' && operation === 'processPayment') this.hasRefusedTokens = true;
    return this.room.fault(operation, fault, params);
  }

  /** A shopper who presses the button has filled the form in before. */
  #fillIn(tab: Tab): void {
    const number = tab.find<HTMLInputElement>('[name="number"]');
    if (number && number.value === '') tab.type({ number: '4111111111111111', ...FORM });
    else if (tab.find<HTMLInputElement>('[name="securityCode"]')?.value === '') tab.type({ number: number?.value ?? '', ...FORM });
  }

  #putBack(tab: Tab): void {
    if (!tab.element.isConnected) tab.window.document.body.append(tab.element);
  }

  #close(tab: Tab): void {
    if (this.tabs.length === 1) return;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.closed.push(tab);
    tab.close();
  }
}
