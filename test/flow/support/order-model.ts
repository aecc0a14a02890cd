import { expect } from '@open-wc/testing';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { CheckoutError, isCheckoutError } from '../../../src/domain/errors.js';
import { formatAmount } from '../../../src/domain/money.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import { hasPaid, isDuplicate } from '../../../src/domain/order/ledger-record.js';
import type { Resolution } from '../../../src/domain/order/resolution.js';
import { createChargePaymentId } from '../../../src/domain/order/charge.js';
import type { PixStatusAnswer } from '../../../src/domain/pix/status.js';
import type { TabLocks } from '../../../src/flow/order/order-tabs.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { OrderGuards } from '../../../src/flow/order/order-guards.js';
import type { ChargeIntent } from '../../../src/flow/order/charge-intent.js';
import { WatchedCharges } from '../../../src/flow/charges/watched-charges.js';
import type { LedgerStore } from '../../../src/flow/ledger/ledger-store.js';
import { FakeActivity, GuardWorld, LIMIT_MS, UNCONFIRMED, wrapLedger, type Tab } from './guard-world.js';
import { LIFE_MS, createTestCharge } from './pix-world.js';

/** How long after its limit a request may still run in this world. */
const LONGEST_RUN_MS = LIMIT_MS + 120_000;

/** The longest wait after declines, or that the service may ask for. */
const LONGEST_WAIT_MS = 600_000;

/** How fresh an answer about a code may be to be as good as another one. */
const FRESH_MS = 5000;

/** A card that arrives at the service. */
interface Arrival {
  view: View;
  /** What the order cost by then. */
  orderCents: number;
  /** When `pay()` was called. */
  startedAt: number;
  /** Whether the device's clock was put ahead since then. */
  isAhead: boolean;
  isPixDenied: boolean;
  /** The payments that its page knew when `pay()` was called. */
  known: ReadonlySet<string>;
  answer: (result: ChargeResult) => void;
}

/** What may differ between two worlds. */
export interface WorldKind {
  locks: 'held' | 'missing' | 'never granted';
  /** Whether pages hear of each other's changes. */
  hasChannels: boolean;
  /** Whether the pages know the service's clock. */
  hasTrueTime: boolean;
}

/** A card that reached the service, what the service did with it, and what the pages have been told. */
export interface Fate {
  readonly attempt: Attempt;
  readonly page: Page;
  readonly order: Order;
  readonly orderCents: number;
  readonly sentAt: number;
  readonly answer: (result: ChargeResult) => void;
  isCharged: boolean;
  /** Whether the order may be charged again: the service refused, or the shop said so while nothing ran. */
  isOver: boolean;
  isAnswered: boolean;
  /** Whether a page was told that it was not charged. */
  wasDenied: boolean;
  /** Ends the request after its time limit. */
  late?: (result: ChargeResult) => void;
  /** Whether the shop has freed the order since it was sent. */
  isForgiven: boolean;
  /** Whether the site's data were cleared since it was sent. */
  isLost: boolean;
  /** Whether the device's clock was put ahead since it was sent. */
  isAhead: boolean;
}

/** A Pix code at the service. */
export interface Code {
  readonly chargeId: string;
  readonly order: Order;
  readonly orderCents: number;
  readonly amountCents: number;
  paidAt?: number;
  paidCents: number;
  isForgiven: boolean;
  isLost: boolean;
}

/** An order as its shop and its service know it. */
export interface Order {
  readonly orderId: string;
  readonly orderKey: string;
  readonly fates: Fate[];
  readonly codes: Code[];
  /** Whether it was freed while nothing ran, and nothing has happened since. */
  isFreed: boolean;
  /** Payments that the shop was told are duplicates. */
  readonly duplicates: Set<string>;
}

/** One order in one page. */
export interface View {
  readonly order: Order;
  readonly page: Page;
  readonly tab: Tab;
  readonly charges: WatchedCharges;
  dueCents: number;
  /** How often each payment was called a success. */
  readonly successes: Map<string, number>;
  /** Payments that this page has learned since the order was last freed. */
  learned: Set<string>;
  /** Payments that its first reading found. */
  found: Set<string> | undefined;
  duplicateCount: number;
}

/** A tab of the shopper, which may turn from one order to the other. */
export interface Page {
  readonly views: Map<Order, View>;
  current: Order;
  isDead: boolean;
}

const NEVER_GRANTED: TabLocks = { request: () => new Promise(() => undefined) };

/** The service, the shop and the shopper's tabs on two orders, with what must be true of them. */
export class OrderModel {
  readonly world = new GuardWorld();
  readonly orders: readonly Order[] = ['order-7', 'order-8'].map((orderId) => ({
    orderId,
    orderKey: createOrderKey('https://service.example/v1', orderId),
    fates: [],
    codes: [],
    isFreed: false,
    duplicates: new Set(),
  }));
  readonly pages: Page[] = [];
  isServiceDown = false;
  #memory = new MemoryLedger();
  readonly #kind: WorldKind;
  readonly #violations: string[] = [];
  /** What was on record beside each card when it was written down. */
  readonly #recordsBeside = new Map<string, ReadonlySet<string>>();
  #jumpedMs = 0;
  #codeCount = 0;

  constructor(kind: WorldKind) {
    this.#kind = kind;
    this.world.store = this.#watchOpenings(this.#memory);
    this.openPage();
  }

  /** The instant by the service's clock. */
  get trueNow(): number {
    return this.world.clock.now() - this.#jumpedMs;
  }

  get fates(): Fate[] {
    return this.orders.flatMap(({ fates }) => fates);
  }

  pick<T>(items: readonly T[], index: number): T {
    const item = items[index % items.length];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  openPage(): void {
    const page: Page = { views: new Map(), current: this.pick(this.orders, 0), isDead: false };
    this.pages.push(page);
    this.view(page);
  }

  /** The page's view of its present order. */
  view(page: Page): View {
    const known = page.views.get(page.current);
    return known ?? this.#openView(page, page.current);
  }

  /** Sets a page to another order, as a framework does that re-uses its elements. */
  turn(page: Page): void {
    const next = this.pick(this.orders, this.orders.indexOf(page.current) + 1);
    this.view(page).tab.guard.release();
    page.current = next;
    if (page.views.has(next)) this.view(page).tab.guard.acquire();
    else this.view(page);
  }

  /** A crash, or a reload: what the page has sent is cut, and whether that was charged is known to the service alone. */
  kill(page: Page, isCharged: boolean): void {
    page.isDead = true;
    this.pages.splice(this.pages.indexOf(page), 1);
    for (const fate of this.fates) if (fate.page === page) this.#cut(fate, isCharged);
    for (const { tab } of page.views.values()) tab.kill();
  }

  jump(ms: number): void {
    this.world.clock.jump(ms);
    this.#jumpedMs += ms;
    if (ms > 0) for (const fate of this.fates) fate.isAhead = true;
  }

  async wait(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 60_000) {
      await this.world.clock.advance(Math.min(leftMs, 60_000));
      this.#endLongRuns();
    }
  }

  clearStorage(): void {
    this.#memory = new MemoryLedger();
    this.world.store = this.#watchOpenings(this.#memory);
    for (const { fates, codes } of this.orders) for (const payment of [...fates, ...codes]) payment.isLost = true;
    for (const order of this.orders) order.isFreed = false;
  }

  async forget(order: Order): Promise<void> {
    const { clock, store, channels } = this.world;
    const { records } = this.#memory.find(order.orderKey);
    const isSettled = ({ attempt: { attemptId } }: Fate): boolean => records.some((record) => record.id === attemptId && hasPaid(record));
    order.isFreed =
      order.fates.every((fate) => !isRunning(fate) && (fate.isOver || isSettled(fate))) &&
      order.codes.every(({ paidAt }) => paidAt === undefined);
    for (const payment of [...order.fates, ...order.codes]) payment.isForgiven = true;
    for (const { views } of this.pages) {
      const view = views.get(order);
      if (view) Object.assign(view, { learned: new Set(), successes: new Map(), found: view.found && new Set(), duplicateCount: 0 });
    }
    await new OrderGuards({ clock, store, activity: new FakeActivity(), openChannel: channels.open }).forgetOrder(order.orderId);
  }

  pay(page: Page, isPixDenied: boolean): void {
    const view = this.view(page);
    const orderCents = view.dueCents;
    const amount = formatAmount(orderCents);
    const startedAt = this.trueNow;
    const jumpedMs = this.#jumpedMs;
    const known = new Set(view.tab.guard.records.map(({ id }) => id));
    let sentId: string | undefined;
    const send: ChargeIntent['send'] = async (attempt, beforeSend) => {
      try {
        await beforeSend();
      } catch (error) {
        return { status: 'failed', error: isCheckoutError(error) ? error : new CheckoutError('aborted', 'Aborted.'), sent: false };
      }
      sentId = attempt.attemptId;
      return new Promise(
        (answer) =>
          page.isDead ||
          this.#receive(attempt, { view, orderCents, startedAt, isAhead: this.#jumpedMs > jumpedMs, isPixDenied, known, answer }),
      );
    };
    void view.tab.guard.pay(this.world.intent({ amount, orderAmount: amount, isPixDenied, send })).then((outcome) => {
      if (page.isDead) return;
      this.#judge(outcome);
      if (outcome.status === 'approved' && outcome.attemptId === sentId) learn(view, outcome.attemptId);
    });
  }

  /** Makes a code, which is shown once it is written down. */
  makeCode(page: Page, isCheaper: boolean): void {
    const { order, charges, dueCents } = this.view(page);
    this.#codeCount += 1;
    const chargeId = `code-${this.#codeCount}`;
    const amountCents = isCheaper ? dueCents - 500 : dueCents;
    const code: Code = { chargeId, order, orderCents: dueCents, amountCents, paidCents: amountCents, isForgiven: false, isLost: false };
    order.isFreed = false;
    const createdAt = this.#kind.hasTrueTime ? this.trueNow : this.world.clock.now();
    const charge = createTestCharge(this.world.clock, {
      chargeId,
      orderId: order.orderId,
      amount: formatAmount(amountCents),
      createdAt,
      expiresAt: createdAt + LIFE_MS,
    });
    void charges.expect(charges.add(charge, formatAmount(dueCents))).then(() => page.isDead || order.codes.push(code));
  }

  payCode(code: Code, missingCents: number): void {
    code.paidAt = this.trueNow;
    code.paidCents -= missingCents;
    code.order.isFreed = false;
  }

  setDue(page: Page, dueCents: number): void {
    const view = this.view(page);
    view.dueCents = dueCents;
    view.tab.guard.setDue({ dueCents: dueCents });
  }

  answer(fate: Fate, result: ChargeResult, isCharged: boolean): void {
    const isOver = fate.isOver || result.status === 'declined' || result.status === 'failed';
    this.#setCharged(fate, isCharged);
    fate.isOver = isOver;
    const { late } = fate;
    delete fate.late;
    if (fate.isAnswered) return late?.(result);
    fate.isAnswered = true;
    fate.answer(result);
  }

  timeOut(fate: Fate): void {
    fate.isAnswered = true;
    const late = new Promise<ChargeResult>((resolve) => (fate.late = resolve));
    fate.answer({ status: 'unconfirmed', error: new CheckoutError('timeout', 'No answer in time.'), late });
  }

  /** Lets everything run that is ready. Locks that are never granted are waited for. */
  async settle(): Promise<void> {
    await this.world.settle();
    if (this.#kind.locks === 'never granted') for (let turn = 0; turn < 15; turn += 1) await this.world.clock.advance(1000);
    this.#endLongRuns();
  }

  /** Checks each page that hears of changes, and with `isLook` all pages once they have read. */
  async check(isLook: boolean): Promise<void> {
    // More than once: one page may write down again, or learn, what another has just missed.
    if (isLook) for (let time = 0; time < 4; time += 1) await this.#readEverywhere();
    for (const page of this.pages) if (isLook || this.#kind.hasChannels) await this.#checkView(this.view(page));
    if (isLook) for (const order of this.orders) await this.#checkShop(order);
    expect(this.#violations).to.deep.equal([]);
  }

  async #readEverywhere(): Promise<void> {
    const reading = { isOver: false };
    void Promise.all(this.pages.map((page) => this.view(page).tab.guard.read())).then(() => (reading.isOver = true));
    await this.settle();
    for (let second = 0; !reading.isOver && second < 60; second += 1) await this.world.clock.advance(1000);
    expect(reading.isOver, 'every reading ends').to.equal(true);
    await this.settle();
  }

  #openView(page: Page, order: Order): View {
    const { locks, hasChannels, hasTrueTime } = this.#kind;
    const tab = this.world.openTab({
      orderKey: order.orderKey,
      shop: { resolve: (attempt) => this.#resolve(attempt), notify: (attempt) => this.#note(order, attempt) },
      ports: {
        ...(locks === 'missing' && { locks: undefined }),
        ...(locks === 'never granted' && { locks: NEVER_GRANTED }),
        ...(!hasChannels && { openChannel: undefined }),
        ...(hasTrueTime && { confirmedNow: () => this.trueNow }),
      },
    });
    const { guard, activity } = tab;
    const charges = new WatchedCharges({ guard, activity, clock: this.world.clock, random: () => 0.5 });
    const view: View = {
      ...{ order, page, tab, charges, dueCents: 149_90, successes: new Map(), learned: new Set(), found: undefined, duplicateCount: 0 },
    };
    page.views.set(order, view);
    charges.setSource({ ask: ({ chargeId }) => this.#ask(chargeId), ...(hasTrueTime && { trueNow: () => this.trueNow }) });
    guard.setCharges(charges);
    guard.setDue({ dueCents: view.dueCents });
    guard.follow((records) => (view.found ??= new Set(records.filter(hasPaid).map(({ id }) => id))));
    guard.subscribe(({ outcome, chargePaid, duplicate }) => {
      if (page.isDead) return;
      if (outcome) this.#judge(outcome);
      if (outcome?.status === 'approved') learn(view, outcome.attemptId);
      if (chargePaid) learn(view, createChargePaymentId('pix', chargePaid.charge.chargeId));
      if (duplicate) view.duplicateCount += 1;
    });
    return view;
  }

  /** A request that nobody answers breaks in the end. */
  #endLongRuns(): void {
    for (const fate of this.fates)
      if (isRunning(fate) && this.trueNow - fate.sentAt > LONGEST_RUN_MS) this.answer(fate, UNCONFIRMED, false);
  }

  /** A card arrives at the service. */
  #receive(attempt: Attempt, { view, orderCents, startedAt, isAhead, isPixDenied, known, answer }: Arrival): void {
    const { order, page } = view;
    if (this.fates.some((fate) => fate.attempt.attemptId === attempt.attemptId)) {
      this.#violations.push('a charge is sent at most once per attempt');
    }
    // What was cleared keeps a card away if its page knew of it, or it was on record again when the card was written down: that decides.
    const isBeside = (id: string, { isLost }: { isLost: boolean }): boolean =>
      !isLost || known.has(id) || this.#recordsBeside.get(attempt.attemptId)?.has(id) === true;
    const isClosing = (fate: Fate): boolean => !fate.isOver && !fate.isForgiven && isBeside(fate.attempt.attemptId, fate);
    if (order.fates.some(isClosing)) this.#violations.push('no card is sent while another card of the order is open or unconfirmed');
    const isPaid = order.codes.some(
      (code) =>
        !code.isForgiven && (code.paidAt ?? Infinity) < startedAt - FRESH_MS && isBeside(createChargePaymentId('pix', code.chargeId), code),
    );
    if (isPaid && !isPixDenied) this.#violations.push('no card is sent while a Pix of the order is paid');
    const isStored = this.#memory.find(order.orderKey).records.some(({ id }) => id === attempt.attemptId);
    order.isFreed = false;
    order.fates.push({
      ...{ attempt, page, order, answer, orderCents, sentAt: this.trueNow },
      ...{ isCharged: false, isOver: false, isAnswered: false, wasDenied: false, isForgiven: false, isLost: !isStored, isAhead },
    });
  }

  /** The ledger, which notes what it has beside each new card. */
  #watchOpenings(memory: MemoryLedger): LedgerStore {
    const change: LedgerStore['change'] = (orderKey, decide) =>
      memory.change(orderKey, (records) => {
        const decision = decide(records);
        const ids = new Set(records.map(({ id }) => id));
        for (const { id } of decision.put) if (!this.#recordsBeside.has(id)) this.#recordsBeside.set(id, ids);
        return decision;
      });
    return wrapLedger(memory, { change });
  }

  /** The order's cards that were, or may have been, charged, as far as this page can know. */
  #listClosing(view: View): Fate[] {
    return view.order.fates.filter((fate) => !fate.isOver && !fate.isForgiven && this.#isKnown(fate.attempt.attemptId, fate, view));
  }

  /** Whether a page can know of a payment: what was cleared is known to those that had read it, and to all once it is written down again. */
  #isKnown(id: string, { isLost }: { isLost: boolean }, { order, tab }: View): boolean {
    if (!isLost || tab.guard.records.some((record) => record.id === id)) return true;
    return this.#memory.find(order.orderKey).records.some((record) => record.id === id);
  }

  /** Nobody is told that a charge was not made when it was, or that it was made when it was not. */
  #judge(outcome: PaymentOutcome): void {
    const attemptId = 'attemptId' in outcome ? outcome.attemptId : undefined;
    const fate = this.fates.find(({ attempt }) => attempt.attemptId === attemptId);
    if (fate && (outcome.status === 'declined' || outcome.status === 'failed')) {
      fate.wasDenied = true;
      if (fate.isCharged) this.#violations.push(`${outcome.status} implies not charged`);
    }
    if (outcome.status === 'approved' && !this.#isTaken(outcome.attemptId)) this.#violations.push('approved implies charged');
  }

  #isTaken(id: string): boolean {
    return this.#listTaken().has(id);
  }

  /** A payment of the order, by its name in the ledger. */
  #find({ fates, codes }: Order, id: string): Fate | Code | undefined {
    return (
      fates.find(({ attempt }) => attempt.attemptId === id) ?? codes.find(({ chargeId }) => createChargePaymentId('pix', chargeId) === id)
    );
  }

  /** Whether a page that missed that the order was freed may bring a payment back: the mark of it is lost. */
  #isForgivenAndLost(order: Order, id: string): boolean {
    const payment = this.#find(order, id);
    return payment !== undefined && payment.isForgiven && payment.isLost;
  }

  /** What the service has taken, by payment: what arrived, what was asked for, and what the order cost. */
  #listTaken(): Map<string, { arrivedCents: number; askedCents: number; orderCents: number; order: Order }> {
    const cards = this.fates.filter(({ isCharged }) => isCharged);
    const codes = this.orders.flatMap((order) => order.codes).filter(({ paidAt }) => paidAt !== undefined);
    return new Map([
      ...cards.map(({ attempt: { attemptId }, order, orderCents }) => {
        return [attemptId, { order, orderCents, arrivedCents: orderCents, askedCents: orderCents }] as const;
      }),
      ...codes.map(({ chargeId, order, orderCents, amountCents, paidCents }) => {
        return [createChargePaymentId('pix', chargeId), { order, orderCents, arrivedCents: paidCents, askedCents: amountCents }] as const;
      }),
    ]);
  }

  async #checkView(view: View): Promise<void> {
    const { order, tab, dueCents, successes, learned, duplicateCount, found = new Set() } = view;
    const { state } = tab.guard;
    for (const [id, count] of successes)
      if (!this.#isForgivenAndLost(order, id)) expect(count, `one payment has one success event per tab: ${id}`).to.equal(1);
    if (state.status === 'reading' || state.status === 'paying') return;
    const stored = this.#memory.find(order.orderKey).records.filter(hasPaid);
    const taken = new Set([...stored.map(({ id }) => id), ...[...learned].filter((id) => !this.#find(order, id)?.isForgiven)]);
    const paid = ['paid', 'paid-twice', 'paid-short'];
    if (taken.size > 0) expect(state.status, 'nobody is told "open" of an order of which money was taken').to.be.oneOf(paid);
    if (taken.size > 1) expect(state.status, 'taken twice implies said to the shopper').to.equal('paid-twice');
    if (this.#listClosing(view).length > 0) expect(state.status, 'what may have been charged is not called open').not.to.equal('open');
    const news = new Set([...learned].filter((id) => !found.has(id) && !this.#find(order, id)?.isForgiven));
    const dueCount = news.size - (found.size > 0 ? 0 : 1);
    if (dueCount > 0) expect(duplicateCount, 'taken twice is said by an event in each tab that learns it').to.be.at.least(dueCount);
    const all = [...this.#listTaken().values()].filter((payment) => payment.order === order);
    // Which payment was the first is decided by the ledger: one that was cleared decides anew, so that each may once be one too many.
    const isDecidedAnew = [...order.fates, ...order.codes].some(({ isLost }) => isLost);
    expect(duplicateCount, 'a duplicate is said once').to.be.at.most(Math.max(0, all.length - (isDecidedAnew ? 0 : 1)));
    if (state.status === 'paid') {
      const payment = this.#listTaken().get(state.outcome.attemptId);
      expect(payment, 'paid implies taken').to.not.equal(undefined);
      const isFull = payment && payment.arrivedCents >= payment.askedCents && payment.orderCents >= dueCents;
      expect(isFull, 'paid implies the whole amount').to.equal(true);
    }
    if (state.status === 'open' && state.payableAt !== undefined) {
      expect(state.payableAt - this.world.clock.now(), 'nobody waits longer than the longest wait').to.be.at.most(LONGEST_WAIT_MS);
    }
    // A page that ended between writing an attempt down and sending it leaves an order that may have been charged.
    const isEmpty = this.#memory.find(order.orderKey).records.length === 0;
    if (order.isFreed && isEmpty) expect(state.status, 'a freed order is open').to.equal('open');
  }

  async #checkShop(order: Order): Promise<void> {
    const isWatched = this.pages.some((page) => page.current === order);
    const { records } = this.#memory.find(order.orderKey);
    if (!isWatched) return;
    const untold = records.filter((record) => isDuplicate(record) && !order.duplicates.has(record.id));
    expect(untold, 'taken twice implies said to the shop').to.deep.equal([]);
  }

  async #ask(chargeId: string): Promise<PixStatusAnswer> {
    if (this.isServiceDown) throw new CheckoutError('network', 'Broken.');
    const code = this.orders.flatMap(({ codes }) => codes).find((known) => known.chargeId === chargeId);
    return code?.paidAt === undefined ? { status: 'pending' } : { status: 'paid', paidAmount: formatAmount(code.paidCents) };
  }

  /** The shop's server knows what the service did; while a request runs nobody knows, and this one answers too early. */
  async #resolve({ attemptId }: Attempt): Promise<Resolution> {
    const fate = this.fates.find(({ attempt }) => attempt.attemptId === attemptId);
    if (!fate) return { status: 'unknown' };
    fate.order.isFreed = false;
    if (fate.isCharged) return { status: 'charged' };
    if (!isRunning(fate)) fate.isOver = true;
    // Where no lock tells, only time does, and a clock that was put ahead takes that away.
    else if (this.#kind.locks !== 'held' && fate.isAhead) return { status: 'unknown' };
    return { status: 'not-charged' };
  }

  async #note({ duplicates }: Order, { attemptId, duplicate }: Attempt): Promise<boolean> {
    if (duplicate) duplicates.add(attemptId);
    return true;
  }

  #cut(fate: Fate, isCharged: boolean): void {
    if (!isRunning(fate)) return;
    delete fate.late;
    fate.isAnswered = true;
    this.#setCharged(fate, isCharged);
  }

  #setCharged(fate: Fate, isCharged: boolean): void {
    if (isCharged && fate.wasDenied) this.#violations.push('failed implies not charged');
    fate.isCharged = isCharged;
  }
}

/** Whether a request of a card may still run. */
export function isRunning({ isAnswered, late }: Fate): boolean {
  return !isAnswered || late !== undefined;
}

/** Counts a success event. */
function learn({ successes, learned }: View, id: string): void {
  successes.set(id, (successes.get(id) ?? 0) + 1);
  learned.add(id);
}
