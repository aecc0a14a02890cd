import { forgetCustomer } from '../../src/controllers/saved-cards/forget-customer.js';
import type { Attempt } from '../../src/domain/order/attempt.js';
import type { LedgerRecord } from '../../src/domain/order/ledger-record.js';
import type { Resolution } from '../../src/domain/order/resolution.js';
import type { FaultName, FaultParams, Operation, SandboxState } from '../../src/sandbox/index.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import type { Step } from './steps.js';
import { clearRecords, readPayments } from './storage.js';
import { FORM, chooseMethod, fillIn } from './form.js';
import { Tab } from './tab.js';
import { pause, waitUntil } from '../support/wait-until.js';
import type { ToldOutcome, ToldPayment } from './tab.js';

/** The card's time limit, in ms: long enough for an answer that comes, short enough to be waited for. */
const CARD_LIMIT_MS = 400;

/** That of other calls: a slow machine must be able to say that a code was paid. */
const OTHER_LIMIT_MS = 1500;

const MAX_TABS = 3;

/** What the order costs, at first and raised; what the shopper's other order costs. Reais. */
const AMOUNTS = { first: '149.90', raised: '199.90', other: '20.00' } as const;

/** An attempt as the shop gave a token for it. */
interface KnownAttempt {
  attemptId: string;
  orderId: string;
}

/** Two orders of one shopper, one of them nearly all the time, in up to three tabs, at a service and a shop of their own. */
export class World {
  readonly room: Room;
  readonly orderId: string;
  readonly otherOrderId: string;
  readonly tabs: Tab[] = [];
  /** Tabs that were closed, for what they had been told. */
  readonly closed: Tab[] = [];
  /** Attempts by the token that each was given. */
  readonly attempts = new Map<string, KnownAttempt>();
  /** Whether the service has had a reason to answer 401. */
  hasRefusedTokens = false;
  /** What the order costs, as a page that is opened now says. */
  amount: string = AMOUNTS.first;
  readonly #isLossy: boolean;
  /** How often the browser was made to forget. */
  #forgettings = 0;

  constructor(room: Room, isLossy: boolean) {
    this.room = room;
    this.orderId = `order-${room.name}`;
    this.otherOrderId = `other-${room.name}`;
    this.#isLossy = isLossy;
  }

  /** `isLossy`: whether the browser will be made to forget. */
  static async create(isLossy: boolean): Promise<World> {
    const world = new World(await openRoom(), isLossy);
    await world.openTab();
    return world;
  }

  get allTabs(): Tab[] {
    return [...this.tabs, ...this.closed];
  }

  /** How many tabs have had a page that lost the browser's database. */
  get aloneCount(): number {
    return this.allTabs.filter(({ isAlone }) => isAlone).length;
  }

  /** How often the browser was made to forget, or took its database from a page. */
  get losses(): number {
    return this.#forgettings + this.aloneCount;
  }

  get outcomes(): ToldOutcome[] {
    return this.allTabs.flatMap(({ outcomes }) => outcomes);
  }

  /** What the tabs were told of money that was taken. */
  get payments(): ToldPayment[] {
    return this.allTabs.flatMap(({ payments }) => payments);
  }

  /** The orders that pages have had. */
  get orderIds(): string[] {
    const isOtherUsed =
      [...this.attempts.values()].some(({ orderId }) => orderId === this.otherOrderId) || this.#findCodes(this.otherOrderId).size > 0;
    return isOtherUsed ? [this.orderId, this.otherOrderId] : [this.orderId];
  }

  /** The codes of an order that were paid, of those that a page has shown: nobody can pay another. */
  listPaid({ pix }: SandboxState, orderId: string): SandboxState['pix'] {
    const codes = this.#findCodes(orderId);
    return pix.filter(({ id, state }) => codes.has(id) && state === 'paid');
  }

  async openTab(tag: 'balcao-checkout' | 'balcao-card-form' = 'balcao-checkout', orderId = this.orderId): Promise<Tab> {
    const { baseUrl, tokenUrl, resolveUrl, notifyUrl } = this.room;
    const resolveUnconfirmed = (attempt: Attempt): Promise<Resolution> => this.#resolve(attempt);
    const tab = await Tab.open({
      name: `${this.room.name}-${this.tabs.length + this.closed.length}`,
      tag,
      attributes: {
        ...{ 'base-url': baseUrl, 'token-url': tokenUrl, 'notify-url': notifyUrl, 'customer-id': this.orderId },
        // The shop knows a charge by its card and amount, which after a loss may be those of two.
        ...(!this.#isLossy && { 'resolve-url': resolveUrl }),
        ...{ 'order-id': orderId, amount: this.#readAmount(orderId), methods: 'saved-cards card pix' },
      },
      properties: {
        profile: { timeLimits: { cardMs: CARD_LIMIT_MS, otherMs: OTHER_LIMIT_MS } },
        ...(this.#isLossy && { resolveUnconfirmed }),
      },
      gotToken: (token, attemptId, order) => this.attempts.set(token, { attemptId, orderId: order }),
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
        await Promise.all(this.tabs.map((tab) => fillIn(tab)));
        for (const tab of this.tabs) void tab.pay();
        return;
      case 'make codes in every tab':
        await Promise.all(this.tabs.map((tab) => chooseMethod(tab, 'pix')));
        for (const tab of this.tabs) tab.press('pay-button');
        return;
      case 'pay a code':
        return this.#payCodes(step.code, 1);
      case 'pay two codes':
        return this.#payCodes(0, 2);
      case 'clear the storage':
        this.#forgettings += 1;
        return this.#clearStorage();
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

  /** Everything goes well from now on: all faults are over, everybody is online, all elements are in their pages, no request hangs. Then the shopper sees each tab again. */
  async calmDown(): Promise<void> {
    await Promise.all([this.room.clearFaults(), this.room.shop.clearFaults()]);
    for (const tab of this.tabs) {
      this.#putBack(tab);
      if (!tab.isOnline) tab.setOnline(true);
      this.#change(tab, this.orderId);
    }
    const isAtRest = async (): Promise<boolean> => {
      await Promise.all([this.room.release(), this.room.shop.release()]);
      return !this.tabs.some(({ isPaying }) => isPaying) && (await this.room.state()).pending.length === 0;
    };
    await waitUntil(isAtRest, () => `the end of all payments. ${this.tabs.map(({ text }) => text).join(' | ')}`);
    // Of a request that hung until now, a shop that was asked before has said that it does not know: it is asked again on the return.
    for (const tab of this.tabs) tab.comeBack();
  }

  /** The shopper looks at an order once more: one that watches Pix codes where no other tab has it, one that never does where others have. */
  lookAgain(orderId: string): Promise<Tab> {
    return this.openTab(orderId === this.orderId ? 'balcao-card-form' : 'balcao-checkout', orderId);
  }

  /** The payments of an order as IndexedDB has them. */
  readLedger(orderId: string): Promise<readonly LedgerRecord[]> {
    return readPayments(this.room.baseUrl, orderId);
  }

  /** Closes every tab and takes the orders' records out of the browser. */
  async end(): Promise<void> {
    for (const tab of this.tabs) tab.close();
    await this.#clearStorage();
    // Its time limit is for shoppers: on a slow machine the cards stay, which nobody asks for any more.
    await forgetCustomer(this.orderId).catch(() => undefined);
  }

  /** The attempt of a charge, by the token that its request carried. */
  findAttempt({ requests }: SandboxState, { connection, ordinal }: SandboxState['charges'][number]): KnownAttempt | undefined {
    return this.attempts.get(readToken(requests.find((request) => request.connection === connection && request.ordinal === ordinal)));
  }

  /** What a shop says that knows whose each charge is. */
  async #resolve({ attemptId }: Attempt): Promise<Resolution> {
    const state = await this.room.state();
    const charge = state.charges.find((candidate) => this.findAttempt(state, candidate)?.attemptId === attemptId);
    if (charge) return { status: 'charged', identifier: charge.identifier };
    return { status: state.pending.length > 0 ? 'unknown' : 'not-charged' };
  }

  #findCodes(orderId: string): Set<string> {
    return new Set(this.allTabs.flatMap(({ codes }) => codes.filter((code) => code.orderId === orderId).map(({ chargeId }) => chargeId)));
  }

  /** Pays codes that were shown and are not paid yet. */
  async #payCodes(from: number, count: number): Promise<void> {
    const { pix } = await this.room.state();
    const shown = new Set(this.allTabs.flatMap(({ codes }) => codes.map(({ chargeId }) => chargeId)));
    const open = pix.filter(({ id, state }) => shown.has(id) && state === 'pending');
    const first = open.length > 0 ? from % open.length : 0;
    await Promise.all(open.slice(first, first + count).map(({ id }) => this.room.pix('settle', id)));
  }

  #clearStorage(): Promise<void> {
    return clearRecords(this.room.baseUrl, [this.orderId, this.otherOrderId]);
  }

  #readAmount(orderId: string): string {
    return orderId === this.orderId ? this.amount : AMOUNTS.other;
  }

  /** Has a tab's page show an order. */
  #change(tab: Tab, orderId: string): void {
    const amount = this.#readAmount(orderId);
    if (tab.attributes['order-id'] !== orderId || tab.attributes['amount'] !== amount) tab.change({ 'order-id': orderId, amount });
  }

  async #takeIn(tab: Tab, step: Extract<Step, { tab: number }>): Promise<void> {
    switch (step.do) {
      case 'type':
        return tab.type({ number: step.number, ...FORM });
      case 'pay':
        await fillIn(tab);
        void tab.pay();
        return;
      case 'pay into a fault':
        await this.#plan('processPayment', step);
        await fillIn(tab);
        void tab.pay();
        return;
      case 'click':
        await fillIn(tab);
        return tab.click(step.times);
      case 'enter':
        await fillIn(tab);
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
        tab.press('method-saved-cards');
        tab.find<HTMLInputElement>('[name="cardId"]')?.click();
        return tab.click();
      case 'switch':
        return tab.press(`method-${step.method}`);
      case 'make a code':
        await chooseMethod(tab, 'pix');
        return tab.press('pay-button');
      case 'raise the amount':
        this.amount = AMOUNTS.raised;
        return this.#change(tab, tab.attributes['order-id'] ?? '');
      case 'another order':
        return this.#change(tab, this.otherOrderId);
      case 'back to the order':
        return this.#change(tab, this.orderId);
      case 'forget the order':
        this.#forgettings += 1;
        return tab.forgetOrder(this.orderId);
      case 'wait for the answer':
        for (let waitedMs = 0; waitedMs < CARD_LIMIT_MS * 2 && tab.isPaying; waitedMs += 20) await pause(20);
    }
  }

  #plan(operation: Operation, { fault, params }: { fault: FaultName; params: FaultParams & { times?: number } }): Promise<void> {
    if (fault === '401' && operation === 'processPayment') this.hasRefusedTokens = true;
    return this.room.fault(operation, fault, params);
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

/** The token that a request carried. */
export function readToken(request: SandboxState['requests'][number] | undefined): string {
  return (request?.headers['authorization'] ?? '').replace('Bearer ', '');
}
