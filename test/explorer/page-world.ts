import { createAttempt } from '../../src/flow/order/charge-intent.js';
import { advanceAttempt, type AttemptChange } from '../../src/domain/order/attempt.js';
import { decideChange, replaceRecords, type LedgerChange } from '../../src/domain/order/ledger-decision.js';
import { listNewDuplicates, listNewlyPaidCharges, listSettledElsewhere } from '../../src/domain/order/ledger-news.js';
import { deriveOrderState, findUnconfirmedAttempt, type OrderState } from '../../src/domain/order/order-state.js';
import {
  createChargeRecord,
  hasPaid,
  isDuplicate,
  isFurtherPayment,
  mergeRecord,
  sortRecords,
  type CardPaymentRecord,
  type LedgerRecord,
} from '../../src/domain/order/ledger-record.js';
import { createChargePaymentId, isOver } from '../../src/domain/order/charge.js';
import { advanceCharge, createFurtherPaymentId } from '../../src/domain/order/charge-progress.js';
import type { ExploredWorld, Invariant, Transition } from './explore.js';
import { writeState } from './hash-state.js';

const AMOUNT = '149.90';
const START = 1_900_000_000_000;
const DAY = 86_400_000;
const CODE_LIFE = 1_800_000;
const BOLETO_LIFE = 9 * DAY;
const LIMIT = 60_000;

/** What a page does by card at this moment: each is one write, or one request. */
type Work =
  | { readonly do: 'open' | 'send' | 'wait'; readonly id: string }
  | { readonly do: 'settle'; readonly id: string; readonly state: AttemptChange['state']; readonly isLate: boolean };

/** One page of the order. */
export interface Tab {
  /** What it knows of the order's payments. */
  readonly view: readonly LedgerRecord[];
  readonly isRead: boolean;
  readonly work?: Work;
  /** Its attempt that was called unconfirmed while its request still runs. */
  readonly late?: string;
  /** The code or boleto that it has made and not written down. */
  readonly making?: string;
  /** What the shop said of an attempt, which is not acted on yet. */
  readonly said?: { readonly id: string; readonly isCharged: boolean; readonly isOver: boolean };
  /** How each attempt was told to have ended, and how often. */
  readonly told: Readonly<Record<string, number>>;
  /** How often it told of a payment that was one too many. */
  readonly duplicates: number;
}

/** A card at the service. */
interface Charge {
  readonly isUnderWay: boolean;
  readonly isCharged: boolean;
  readonly answer?: 'approved' | 'declined' | 'failed';
}

/** A browser's tabs and its database, and the service. */
export interface PageState {
  /** The records of the order in the database that all tabs share. */
  readonly stored: readonly LedgerRecord[];
  readonly tabs: readonly Tab[];
  readonly charges: Readonly<Record<string, Charge>>;
  /** Codes and boletos that a page has shown, and whether they were paid: a boleto, which has a Pix code too, also by both. */
  readonly codes: Readonly<Record<string, 'shown' | 'paid' | 'paid twice'>>;
  /** By how much the device's clock is ahead of the true time, ms. */
  readonly aheadMs: number;
  readonly left: {
    readonly cards: number;
    readonly codes: number;
    readonly boletos: number;
    readonly crashes: number;
    readonly losses: number;
    readonly repeats: number;
    readonly jumps: number;
    readonly storageLosses: number;
  };
  /** Whether the storage was lost. */
  readonly isLost: boolean;
  /** Payments that the shop was told are one too many. */
  readonly toldToShop: readonly string[];
}

/** What may happen in a world. */
export interface PageWorldOptions {
  tabs: number;
  left: PageState['left'];
  invariants: readonly Invariant<PageState>[];
}

const FRESH: Tab = { view: [], isRead: false, told: {}, duplicates: 0 };

/** One order in the tabs of one browser, with everything that shoppers, tabs, storage, clocks, the service and the shop may do about it. */
export function createPageWorld({ tabs, left, invariants }: PageWorldOptions): ExploredWorld<PageState> {
  return {
    first: {
      stored: [],
      tabs: Array.from({ length: tabs }, () => FRESH),
      charges: {},
      codes: {},
      aheadMs: 0,
      left,
      isLost: false,
      toldToShop: [],
    },
    list: (state) => [
      ...state.tabs.flatMap((tab, index) => listTab(state, tab, index)),
      ...Object.entries(state.charges).flatMap(([id, charge]) => listService(state, id, charge)),
      ...Object.entries(state.codes).flatMap(([id, stand]) => listShopper(state, id, stand)),
      ...listDevice(state),
    ],
    // All tabs are alike.
    identify: (state) => ({ ...state, tabs: state.tabs.map(writeState).sort() }),
    invariants,
  };
}

type Steps = Transition<PageState>[];

const readClock = ({ aheadMs }: PageState): number => START + aheadMs;

const setTab = (state: PageState, index: number, change: Partial<Tab>, without: readonly (keyof Tab)[] = []): PageState => ({
  ...state,
  tabs: state.tabs.map((tab, at) => {
    if (at !== index) return tab;
    const kept = Object.fromEntries(Object.entries(tab).filter(([field]) => !without.some((name) => name === field)));
    return { ...FRESH, ...kept, ...change };
  }),
});

const spend = (state: PageState, what: keyof PageState['left']): PageState => ({
  ...state,
  left: { ...state.left, [what]: state.left[what] - 1 },
});

/** Whether a living tab holds the lock of an attempt: from before it is written down until no request of it runs. */
const isHeld = ({ tabs }: PageState, id: string): boolean => tabs.some(({ work, late }) => work?.id === id || late === id);

/** How the order stands in a tab. */
export function readState(state: PageState, { view, isRead, late, work }: Tab): OrderState {
  const lateRecord = view.find(({ id }) => id === late);
  return deriveOrderState({
    ...{ now: readClock(state), readAt: readClock(state), isRead, isPaying: isPaying(work), sending: undefined, records: view },
    late: lateRecord?.kind === 'card' ? lateRecord.attempt : undefined,
    ...{ approval: undefined, closed: undefined, busyUntil: 0, waitUntil: 0, isChecking: false, isReported: () => false },
  });
}

/** Whether `pay()` runs: a late answer comes after its end. */
const isPaying = (work: Work | undefined): boolean => work !== undefined && !(work.do === 'settle' && work.isLate);

/** One transaction of a tab, after which it knows what the ledger has. `isBlocked`: its card may not be charged. */
function change(state: PageState, index: number, ledgerChange: LedgerChange, settling?: string): { state: PageState; isBlocked: boolean } {
  const { put, blocking } = decideChange(state.stored, ledgerChange, {});
  const written = { ...state, stored: sortRecords(replaceRecords(state.stored, put)) };
  return { state: learn(written, index, settling), isBlocked: blocking !== undefined };
}

/** Brings a tab's view up to the ledger, and tells what is new in it. */
function learn(state: PageState, index: number, settling?: string): PageState {
  const tab = state.tabs[index];
  if (!tab) return state;
  const assessed = state.stored.map((record): LedgerRecord => {
    if (record.kind !== 'card' || record.attempt.state !== 'open' || isHeld(state, record.id)) return record;
    return { ...record, attempt: { ...record.attempt, state: 'unconfirmed' } };
  });
  const merged = assessed.map((record) => {
    const own = tab.view.find(({ id }) => id === record.id);
    return own ? mergeRecord(record, own) : record;
  });
  const view = [...listLost(state, tab), ...merged];
  const toldToShop = [...new Set([...state.toldToShop, ...view.filter(isDuplicate).map(({ id }) => id)])];
  const next = setTab({ ...state, toldToShop }, index, { view, isRead: true });
  if (!tab.isRead) return next;
  const late = tab.view.find(({ id }) => id === tab.late);
  const isOwn = (id: string): boolean => id === tab.work?.id || id === settling;
  const settled = listSettledElsewhere({ before: tab.view, after: view, isOwn, late: late?.kind === 'card' ? late.attempt : undefined });
  const ends = [
    ...settled.map(({ record }) => `${record.id} ${record.attempt.state}`),
    ...listNewlyPaidCharges(tab.view, view).map(({ id }) => `${id} approved`),
  ];
  const told = ends.reduce((known, end) => ({ ...known, [end]: (known[end] ?? 0) + 1 }), tab.told);
  return setTab(next, index, { told, duplicates: tab.duplicates + listNewDuplicates(tab.view, view).length });
}

/** What a tab knows and the storage has lost. */
function listLost({ stored }: PageState, { view }: Tab): LedgerRecord[] {
  return view.filter(({ id }) => !stored.some((record) => record.id === id));
}

function listTab(state: PageState, tab: Tab, index: number): Steps {
  const name = `tab ${index + 1}`;
  const steps: Steps = [];
  steps.push({ name: `${name}: reads`, next: change(state, index, { type: 'review' }).state });
  const lost = listLost(state, tab);
  if (lost.some(isWorthRestoring)) {
    steps.push({ name: `${name}: writes down again what was lost`, next: change(state, index, { type: 'merge', records: lost }).state });
  }
  steps.push(...listCard(state, tab, index, name), ...listPix(state, tab, index, name), ...listShop(state, tab, index, name));
  if (state.left.crashes > 0 && (tab.isRead || tab.work)) {
    const crashed = { ...spend(state, 'crashes'), tabs: state.tabs.map((known, at) => (at === index ? FRESH : known)) };
    steps.push({ name: `${name}: crashes, and is opened again`, next: crashed });
  }
  return steps;
}

function isWorthRestoring(record: LedgerRecord): boolean {
  if (hasPaid(record) || record.turn !== undefined || record.kind !== 'card') return true;
  return record.attempt.state === 'open' || record.attempt.state === 'unconfirmed';
}

/** A card, from the press to the end that is written down. */
function listCard(state: PageState, tab: Tab, index: number, name: string): Steps {
  const { work, late } = tab;
  if (!work) return [...listPress(state, tab, index, name), ...listLate(state, tab, index, name, late)];
  const { id } = work;
  const charge = state.charges[id];
  switch (work.do) {
    case 'open': {
      const { state: opened, isBlocked } = change(state, index, { type: 'open', record: createCard(state, id) });
      if (isBlocked) return [{ name: `${name}: its card ${id} may not be charged`, next: setTab(opened, index, {}, ['work']) }];
      return [{ name: `${name}: writes card ${id} down`, next: setTab(opened, index, { work: { do: 'send', id } }) }];
    }
    case 'send': {
      const charges = { ...state.charges, [id]: { isUnderWay: true, isCharged: false } };
      return [{ name: `${name}: sends card ${id}`, next: setTab({ ...state, charges }, index, { work: { do: 'wait', id } }) }];
    }
    case 'wait': {
      const settle = (end: AttemptChange['state'], change_: Partial<Tab> = {}): PageState =>
        setTab(state, index, { ...change_, work: { do: 'settle', id, state: end, isLate: false } });
      const steps: Steps = charge?.answer ? [{ name: `${name}: hears "${charge.answer}" of ${id}`, next: settle(charge.answer) }] : [];
      if (state.left.losses > 0) {
        steps.push({ name: `${name}: the answer of ${id} is lost`, next: spend(settle('unconfirmed'), 'losses') });
        steps.push({ name: `${name}: ${id} takes too long`, next: spend(settle('unconfirmed', { late: id }), 'losses') });
      }
      if (charge?.isCharged && state.left.repeats > 0) {
        const charges = { ...state.charges, [id]: { ...charge, answer: 'failed' as const } };
        steps.push({ name: `the browser sends ${id} again, and that is refused`, next: { ...spend(state, 'repeats'), charges } });
      }
      return steps;
    }
    case 'settle':
      return [{ name: `${name}: writes "${work.state}" of ${id} down`, next: settle(state, tab, index, work) }];
  }
}

function listPress(state: PageState, tab: Tab, index: number, name: string): Steps {
  if (state.left.cards === 0 || tab.making || readState(state, tab).status !== 'open') return [];
  // The ledger is read, and every code is asked about, before anything else.
  const asked = askCodes(change(state, index, { type: 'review' }).state, index);
  const after = asked.tabs[index];
  if (!after || readState(asked, after).status !== 'open') return [{ name: `${name}: a press is refused`, next: asked }];
  const id = `card-${state.left.cards}`;
  return [{ name: `${name}: pays by card ${id}`, next: setTab(spend(asked, 'cards'), index, { work: { do: 'open', id } }) }];
}

/** The answer that still comes after the time limit. */
function listLate(state: PageState, tab: Tab, index: number, name: string, late: string | undefined): Steps {
  const answer = late === undefined ? undefined : state.charges[late]?.answer;
  if (late === undefined || !answer) return [];
  const settling = setTab(state, index, { work: { do: 'settle', id: late, state: answer, isLate: true } }, ['late']);
  return [{ name: `${name}: hears "${answer}" of ${late} late`, next: settling }];
}

/** Writes down how a card ended, and tells it: the page's own press hears it always, everybody else where it is news. */
function settle(state: PageState, tab: Tab, index: number, { id, state: end, isLate }: Extract<Work, { do: 'settle' }>): PageState {
  const known = tab.view.find((record) => record.id === id);
  const record = known?.kind === 'card' ? known : createCard(state, id);
  const { state: written } = change(state, index, { type: 'settle', record, change: { state: end, settledAt: readClock(state) } }, id);
  const settled = written.tabs[index]?.view.find((view) => view.id === id);
  const last = settled?.kind === 'card' ? settled : record;
  const now = advanceAttempt(last.attempt, { state: end });
  const isNews = known?.kind !== 'card' || known.attempt.state !== now.state;
  const after = written.tabs[index];
  if (!after) return written;
  const key = `${id} ${now.state}`;
  const told = isLate && !isNews ? after.told : { ...after.told, [key]: (after.told[key] ?? 0) + 1 };
  return setTab(written, index, { told }, ['work']);
}

function createCard(state: PageState, id: string): CardPaymentRecord {
  const intent = {
    method: 'card' as const,
    amount: AMOUNT,
    orderAmount: AMOUNT,
    limitMs: LIMIT,
    installments: 1,
    whoPaysFee: 'merchant' as const,
  };
  const attempt = createAttempt({ ...intent, send: neverSend }, id, 'pedido-1', readClock(state));
  return { kind: 'card', id, orderAmount: AMOUNT, attempt, isLocked: true, limitMs: LIMIT };
}

async function neverSend(): Promise<never> {
  throw new Error('The explorer sends cards itself.');
}

/** What a shopper does with a code that is shown. */
function listShopper(state: PageState, id: string, stand: PageState['codes'][string]): Steps {
  const pay = (next: PageState['codes'][string]): PageState => ({ ...state, codes: { ...state.codes, [id]: next } });
  if (stand === 'shown') return [{ name: `${id}: the shopper pays it`, next: pay('paid') }];
  if (stand === 'paid twice' || !isBoleto(id)) return [];
  return [{ name: `${id}: the shopper pays it once more, by its other code`, next: pay('paid twice') }];
}

const isBoleto = (chargeId: string): boolean => chargeId.startsWith('boleto');

/** The name of the first payment of a code or boleto. */
export const nameCharge = (chargeId: string): string => createChargePaymentId(isBoleto(chargeId) ? 'boleto' : 'pix', chargeId);

/**
 * Asks about every code and boleto that a tab knows and that may still be paid, and writes down what is new. The bank calls an unpaid boleto
 * expired from the first day on.
 */
function askCodes(state: PageState, index: number): PageState {
  const view = state.tabs[index]?.view ?? [];
  return view.reduce((asked, record) => {
    if (record.kind === 'card' || isFurtherPayment(record) || isOver(record.charge)) return asked;
    const stand = state.codes[record.charge.chargeId] ?? 'shown';
    const status = stand === 'shown' ? (record.kind === 'boleto' ? 'expired' : 'pending') : 'paid';
    const charge = advanceCharge(record.charge, { status, askedAt: readClock(state) });
    const further = createChargeRecord({ id: createFurtherPaymentId(record.id, 2), orderAmount: AMOUNT }, charge);
    const isFurther = stand === 'paid twice' && !view.some(({ id }) => id === further.id);
    if (charge === record.charge && !isFurther) return asked;
    const records = [createChargeRecord(record, charge), ...(stand === 'paid twice' ? [further] : [])];
    return change(asked, index, { type: 'merge', records }).state;
  }, state);
}

function listPix(state: PageState, tab: Tab, index: number, name: string): Steps {
  const steps: Steps = [];
  const { making } = tab;
  if (making) {
    const saved = change(state, index, { type: 'merge', records: [createCode(state, making)] }).state;
    const shown = setTab({ ...saved, codes: { ...saved.codes, [making]: 'shown' } }, index, {}, ['making']);
    steps.push({ name: `${name}: writes ${making} down, and shows it`, next: shown });
  } else if (!tab.work && readState(state, tab).status === 'open') {
    for (const what of ['codes', 'boletos'] as const) {
      if (state.left[what] === 0) continue;
      const id = `${what.slice(0, -1)}-${state.left[what]}`;
      steps.push({ name: `${name}: has ${id} made`, next: setTab(spend(state, what), index, { making: id }) });
    }
  }
  const asked = askCodes(state, index);
  if (asked !== state) steps.push({ name: `${name}: asks about its codes`, next: asked });
  return steps;
}

function createCode(state: PageState, chargeId: string): LedgerRecord {
  const createdAt = readClock(state);
  const brCode = `br-${chargeId}`;
  const facts = { chargeId, orderId: 'pedido-1', amount: AMOUNT, brCode, createdAt, status: 'pending' as const };
  const line = {
    line: `line-${chargeId}`,
    dueDate: '2030-03-22',
    payableUntil: createdAt + BOLETO_LIFE / 3,
    expiresAt: createdAt + BOLETO_LIFE,
  };
  const charge = isBoleto(chargeId) ? { ...facts, ...line } : { ...facts, expiresAt: createdAt + CODE_LIFE };
  return createChargeRecord({ id: nameCharge(chargeId), orderAmount: AMOUNT }, charge);
}

/** The shop is asked about an unconfirmed card. Of one that may still arrive from a page that is gone it knows nothing; else it may be too early. */
function listShop(state: PageState, tab: Tab, index: number, name: string): Steps {
  const { said } = tab;
  if (said) {
    const rest = setTab(state, index, {}, ['said']);
    const record = tab.view.find(({ id }) => id === said.id);
    const isAwaited = findUnconfirmedAttempt(readState(state, tab))?.attemptId === said.id;
    const after = rest.tabs[index];
    if (!isAwaited || record?.kind !== 'card' || !after || (!said.isCharged && !said.isOver))
      return [{ name: `${name}: the shop's word changes nothing`, next: rest }];
    const end = said.isCharged ? 'approved' : 'failed';
    const settled = settle(rest, after, index, { do: 'settle', id: said.id, state: end, isLate: true });
    const work = tab.work && { work: tab.work };
    return [{ name: `${name}: the shop's word of ${said.id} is written down`, next: setTab(settled, index, { ...work }) }];
  }
  const attempt = tab.isRead ? findUnconfirmedAttempt(readState(state, tab)) : undefined;
  if (!attempt) return [];
  const id = attempt.attemptId;
  const charge = state.charges[id];
  const isOver = !isHeld(state, id);
  if (isOver && charge?.isUnderWay) return [];
  return [
    {
      name: `${name}: asks the shop about ${id}`,
      next: setTab(state, index, { said: { id, isCharged: charge?.isCharged === true, isOver } }),
    },
  ];
}

function listService(state: PageState, id: string, charge: Charge): Steps {
  if (!charge.isUnderWay) return [];
  return (['approved', 'declined', 'failed'] as const).map((answer) => ({
    name: `the service answers "${answer}" of ${id}`,
    next: { ...state, charges: { ...state.charges, [id]: { isUnderWay: false, isCharged: answer === 'approved', answer } } },
  }));
}

function listDevice(state: PageState): Steps {
  const steps: Steps = [];
  if (state.left.storageLosses > 0 && state.stored.length > 0) {
    steps.push({ name: 'the storage is lost', next: { ...spend(state, 'storageLosses'), stored: [], isLost: true } });
  }
  if (state.left.jumps > 0) {
    steps.push({ name: 'the clock is put a day ahead', next: { ...spend(state, 'jumps'), aheadMs: DAY } });
    steps.push({ name: 'the clock is put a day back', next: { ...spend(state, 'jumps'), aheadMs: -DAY } });
  }
  return steps;
}

/** What took money, by the payments' names. */
export function listTaken({ charges, codes }: PageState): string[] {
  return [
    ...Object.entries(charges).flatMap(([id, { isCharged }]) => (isCharged ? [id] : [])),
    ...Object.entries(codes).flatMap(([id, stand]) => {
      if (stand === 'shown') return [];
      return stand === 'paid' ? [nameCharge(id)] : [nameCharge(id), createFurtherPaymentId(nameCharge(id), 2)];
    }),
  ];
}

/** Every tab at rest, after all that is under way has been heard, read and asked: nothing new is begun. */
export function calmDown(state: PageState): PageState {
  let calm = state;
  for (let round = 0; round < 4; round += 1) {
    const before = writeState(calm);
    for (let index = 0; index < calm.tabs.length; index += 1) {
      for (let step = 0; step < 12; step += 1) {
        const tab = calm.tabs[index];
        const next = tab && listRest(calm, tab, index)[0];
        if (!next) break;
        calm = next.next;
      }
      calm = askCodes(change(calm, index, { type: 'review' }).state, index);
    }
    if (writeState(calm) === before) break;
  }
  return calm;
}

/** What a tab still has to do, and no press. */
function listRest(state: PageState, tab: Tab, index: number): Steps {
  const lost = listLost(state, tab);
  const restored = lost.some(isWorthRestoring) ? [{ name: '', next: change(state, index, { type: 'merge', records: lost }).state }] : [];
  if (tab.work?.do === 'wait' && !state.charges[tab.work.id]?.answer) {
    // A request that is not answered is never answered: the time limit is over.
    const { id } = tab.work;
    return [{ name: '', next: setTab(state, index, { late: id, work: { do: 'settle', id, state: 'unconfirmed', isLate: false } }) }];
  }
  const card = tab.work ? listCard({ ...state, left: { ...state.left, losses: 0, repeats: 0 } }, tab, index, '').slice(0, 1) : [];
  const late = tab.work ? [] : listLate(state, tab, index, '', tab.late);
  const making = tab.making ? listPix(state, tab, index, '').slice(0, 1) : [];
  return [
    ...card,
    ...late,
    ...making,
    ...restored,
    ...listShop(state, tab, index, '').filter(() => tab.said !== undefined || isNeeded(state, tab)),
  ];
}

/** Whether the shop's word of an unconfirmed card would change anything. */
function isNeeded(state: PageState, tab: Tab): boolean {
  const id = findUnconfirmedAttempt(readState(state, tab))?.attemptId;
  return id !== undefined && (state.charges[id]?.isCharged === true || !isHeld(state, id));
}
