import type { Method } from '../../src/domain/payment.js';
import { endAttempt, expireAttempt, noteReport, type AttemptEnd, type EndOutcome } from '../../src/server/orders/end-attempt.js';
import { openAttempt } from '../../src/server/orders/open-attempt.js';
import { createOrderRecord, type Decision, type OrderRecord } from '../../src/server/orders/order-record.js';
import { findAttempt } from '../../src/server/orders/order-state.js';
import { addPix, advancePix, decidePix, mayBePaid } from '../../src/server/orders/pix-charges.js';
import type { ExploredWorld, Invariant, Transition } from './explore.js';

/** What the order costs, cents. */
export const DUE = 14_990;

export const START = 1_900_000_000_000;
export const MINUTE = 60_000;
const DAY = 86_400_000;

/** How long after it was opened an attempt may be charged, ms: its token, the time limit and the margin. */
const LIFE = 10 * MINUTE;

const METHOD: Extract<Method, 'card'> = 'card';

/** What one page does by card, and what became of it at the service: the truth, which the server can only ask for. */
export interface Card {
  readonly session: string;
  readonly via: 'token' | 'relay';
  /** How far its page, or the relay for it, has come. `gone`: it crashed, and nothing more comes from there. */
  readonly phase: 'idle' | 'asked' | 'opened' | 'sent' | 'knows' | 'over' | 'gone';
  /** Whether a request is on its way to the service. */
  readonly isUnderWay: boolean;
  /** Until when the service takes it, by true time. */
  readonly endsAt: number;
  readonly isCharged: boolean;
  /** What the service answered last, or what its page makes of no answer. */
  readonly answer?: 'approved' | 'declined' | 'failed' | 'unconfirmed';
  /** What the records said of it, which is not written down yet. */
  readonly found?: { readonly isCharged: boolean; readonly askedAt: number };
}

/** A Pix code at the service. */
export interface Code {
  readonly stand: 'none' | 'granted' | 'made' | 'paid';
}

/** The shop's database, its pages, and the service. */
export interface ServerState {
  readonly order: OrderRecord;
  /** True time, epoch ms. */
  readonly now: number;
  /** By how much the clock of the decisions is ahead of it, ms. */
  readonly aheadMs: number;
  readonly cards: Readonly<Record<string, Card>>;
  readonly codes: Readonly<Record<string, Code>>;
  /** What may still go wrong. */
  readonly left: {
    readonly crashes: number;
    readonly losses: number;
    readonly repeats: number;
    readonly jumps: number;
    readonly waits: number;
  };
  /** The session whose browser has sent a charge again by itself. */
  readonly repeating?: string;
  /** How each attempt was said to have ended, each time. */
  readonly told: Readonly<Record<string, readonly string[]>>;
}

/** What may happen in a world. */
export interface ServerWorldOptions {
  /** The attempts, by name: of whose session, and which way they charge. */
  cards: Readonly<Record<string, Pick<Card, 'session' | 'via'>>>;
  codes?: readonly string[];
  left?: Partial<ServerState['left']>;
  /** By how much the clock of the decisions may jump, ms. */
  jumps?: readonly number[];
  invariants: readonly Invariant<ServerState>[];
}

const IDLE = { phase: 'idle', isUnderWay: false, endsAt: 0, isCharged: false } as const;

/** One order at a shop's server, with everything that pages, shoppers, crashes and the service may do about it. */
export function createServerWorld({ cards, codes = [], left, jumps = [-DAY], invariants }: ServerWorldOptions): ExploredWorld<ServerState> {
  return {
    first: {
      order: createOrderRecord('pedido-1'),
      now: START,
      aheadMs: 0,
      cards: Object.fromEntries(Object.entries(cards).map(([id, card]) => [id, { ...card, ...IDLE }])),
      codes: Object.fromEntries(codes.map((id) => [id, { stand: 'none' }])),
      left: { crashes: 1, losses: 1, repeats: 1, jumps: 1, waits: 2, ...left },
      told: {},
    },
    list: (state) => [
      ...Object.entries(state.cards).flatMap(([id, card]) => [
        ...(card.via === 'token' ? listPage(state, id, card) : listRelay(state, id, card)),
        ...listService(state, id, card),
        ...listShop(state, id, card),
      ]),
      ...Object.entries(state.codes).flatMap(([id, code]) => listCode(state, id, code)),
      ...listTime(state, jumps),
    ],
    invariants,
  };
}

type Steps = Transition<ServerState>[];

const readClock = ({ now, aheadMs }: ServerState): number => now + aheadMs;

const setCard = (state: ServerState, id: string, change: Partial<Card>): ServerState => {
  const card = state.cards[id];
  return card ? { ...state, cards: { ...state.cards, [id]: { ...card, ...change } } } : state;
};

const spend = (state: ServerState, what: keyof ServerState['left']): ServerState => ({
  ...state,
  left: { ...state.left, [what]: state.left[what] - 1 },
});

/** The same without the fields that are over, so that states which differ in nothing else are one. */
const dropFound = (state: ServerState, id: string): ServerState => {
  const { found: _, ...card } = state.cards[id] ?? {};
  return { ...state, cards: { ...state.cards, [id]: card as Card } };
};

/** What every press begins with, before anything is written down: the service is asked about every code that may be paid. */
function askCodes(state: ServerState): ServerState {
  return state.order.pix.filter(mayBePaid).reduce((asked, { chargeId }) => askCode(asked, chargeId), state);
}

function askCode(state: ServerState, chargeId: string): ServerState {
  const isPaid = state.codes[chargeId]?.stand === 'paid';
  const { order } = advancePix(state.order, chargeId, {
    status: isPaid ? 'paid' : 'pending',
    now: readClock(state),
    ...(isPaid && { amountCents: DUE }),
  });
  return { ...state, order };
}

/** A press, up to where the attempt is written down; the answer to that may be lost, and the instance may be ended right after it. */
function listOpening(state: ServerState, id: string, card: Card): Steps {
  const mustAsk = card.phase === 'idle' && Object.keys(state.codes).length > 0;
  if (mustAsk) return [{ name: `${id}: the order's codes are asked about`, next: setCard(askCodes(state), id, { phase: 'asked' }) }];
  if (card.phase !== 'asked' && card.phase !== 'idle') return [];
  const now = readClock(state);
  const { session, via } = card;
  const wanted = {
    attemptId: id,
    session,
    via,
    method: METHOD,
    amountCents: DUE,
    mayChargeUntil: now + LIFE,
    ...(via === 'relay' && { sentAt: now }),
  };
  const { result, order } = openAttempt(state.order, wanted, now);
  if (result.status !== 'granted')
    return [{ name: `${id}: is told "${result.status}"`, next: setCard({ ...state, order }, id, { phase: 'idle' }) }];
  const opened = setCard({ ...state, order }, id, { phase: 'opened', endsAt: state.now + LIFE });
  const lost: Steps =
    state.left.losses > 0 && via === 'token'
      ? [
          {
            name: `${id}: is opened, and its page never hears of it`,
            next: setCard(spend(opened, 'losses'), id, { phase: 'knows', answer: 'failed' }),
          },
        ]
      : [];
  return [{ name: `${id}: is opened`, next: opened }, ...lost];
}

/** A page that has a token and charges by itself. Its word may never come. */
function listPage(state: ServerState, id: string, card: Card): Steps {
  const steps = listOpening(state, id, card);
  if (card.phase === 'opened')
    steps.push({ name: `${id}: its page sends it`, next: setCard(state, id, { phase: 'sent', isUnderWay: true }) });
  if (card.phase === 'sent' && state.left.losses > 0) {
    const unheard = setCard(spend(state, 'losses'), id, { phase: 'knows', answer: 'unconfirmed' });
    steps.push({ name: `${id}: the answer to its page is lost`, next: unheard });
  }
  if (card.phase === 'sent' && card.answer === 'approved' && state.left.repeats > 0) {
    const repeated = setCard({ ...spend(state, 'repeats'), repeating: card.session }, id, { answer: 'failed' });
    steps.push({ name: `${id}: the browser sends it again, and that is refused`, next: repeated });
  }
  if ((card.phase === 'knows' || card.phase === 'sent') && card.answer) {
    const { order } = noteReport(state.order, id, { state: card.answer, at: readClock(state) }, card.session);
    steps.push({ name: `${id}: its page tells "${card.answer}"`, next: setCard({ ...state, order }, id, { phase: 'over' }) });
  }
  return [...steps, ...listCrash(state, id, card)];
}

/** The relay: it writes the attempt down, sends it, and writes down what the service answered. */
function listRelay(state: ServerState, id: string, card: Card): Steps {
  const steps = listOpening(state, id, card);
  if (card.phase === 'opened')
    steps.push({ name: `${id}: the relay sends it`, next: setCard(state, id, { phase: 'sent', isUnderWay: true }) });
  if (card.phase === 'sent' && card.answer) {
    const attempt = findAttempt(state.order, id);
    const end: AttemptEnd = {
      by: 'relay',
      now: readClock(state),
      ...(attempt && { opening: attempt }),
      ...(card.answer === 'approved'
        ? { state: 'charged' as const, identifier: `t-${id}`, amountCents: DUE }
        : { state: card.answer === 'declined' ? ('declined' as const) : ('failed' as const) }),
    };
    steps.push({ name: `${id}: the relay writes "${card.answer}" down`, next: setCard(writeEnd(state, id, end), id, { phase: 'over' }) });
  }
  if (card.phase === 'sent' && state.left.losses > 0) {
    steps.push({ name: `${id}: the answer to the relay is lost`, next: setCard(spend(state, 'losses'), id, { phase: 'gone' }) });
  }
  return [...steps, ...listCrash(state, id, card)];
}

function listCrash(state: ServerState, id: string, { phase, via }: Card): Steps {
  if (state.left.crashes === 0 || phase === 'idle' || phase === 'over' || phase === 'gone') return [];
  const who = via === 'token' ? 'its page' : 'the instance';
  return [{ name: `${id}: ${who} crashes`, next: setCard(spend(state, 'crashes'), id, { phase: 'gone' }) }];
}

/** The service takes a request that arrives in time. */
function listService(state: ServerState, id: string, { isUnderWay, endsAt }: Card): Steps {
  if (!isUnderWay || state.now > endsAt) return [];
  return (['approved', 'declined', 'failed'] as const).map((answer) => ({
    name: `${id}: the service answers "${answer}"`,
    next: setCard(state, id, { isUnderWay: false, isCharged: answer === 'approved', answer }),
  }));
}

/** What the shop's own server asks, and what a person finds out. */
function listShop(state: ServerState, id: string, card: Card): Steps {
  const attempt = findAttempt(state.order, id);
  if (!attempt) return [];
  const steps: Steps = [];
  const mayBeAsked = attempt.state !== 'charged' && !card.found;
  const asked = { isCharged: card.isCharged, askedAt: readClock(state) };
  if (mayBeAsked) steps.push({ name: `${id}: the records are asked`, next: setCard(state, id, { found: asked }) });
  if (card.found) {
    const { isCharged, askedAt } = card.found;
    const said = setCard(writeEnd(state, id, describeFound(id, isCharged, 'records', askedAt)), id, {});
    steps.push({ name: `${id}: what the records said is written down`, next: dropFound(said, id) });
  }
  const expired = expireAttempt(state.order, id, readClock(state));
  if (expired.result) steps.push({ name: `${id}: the sweep finds it over`, next: { ...state, order: expired.order } });
  if (attempt.state === 'unconfirmed') {
    const found = describeFound(id, card.isCharged, 'person', readClock(state));
    steps.push({ name: `${id}: a person finds out`, next: writeEnd(state, id, found) });
  }
  return steps;
}

function describeFound(id: string, isCharged: boolean, by: 'records' | 'person', now: number): AttemptEnd {
  return isCharged ? { state: 'charged', identifier: `t-${id}`, amountCents: DUE, by, now } : { state: 'not-charged', by, now };
}

/** Writes an end down, and tells it as the desk does. */
function writeEnd(state: ServerState, id: string, end: AttemptEnd): ServerState {
  const { result, order }: Decision<EndOutcome> = endAttempt(state.order, id, end);
  const told = result.status === 'ended' ? { ...state.told, [id]: [...(state.told[id] ?? []), end.state] } : state.told;
  return { ...state, order, told };
}

/** A Pix code: it is made where the order takes it, is written down, and may be paid from the moment that it exists. */
function listCode(state: ServerState, id: string, { stand }: Code): Steps {
  const set = (next: ServerState, change: Code['stand']): ServerState => ({ ...next, codes: { ...next.codes, [id]: { stand: change } } });
  const isKnown = state.order.pix.some(({ chargeId }) => chargeId === id);
  const steps: Steps = [];
  if (stand === 'none') {
    const asked = askCodes(state);
    if (decidePix(asked.order).status === 'granted') steps.push({ name: `${id}: may be made`, next: set(asked, 'granted') });
  }
  if (stand === 'granted') steps.push({ name: `${id}: is made`, next: set(state, 'made') });
  if (stand === 'made') steps.push({ name: `${id}: is paid`, next: set(state, 'paid') });
  if ((stand === 'made' || stand === 'paid') && !isKnown) {
    const { order } = addPix(state.order, {
      chargeId: id,
      session: 'ana',
      dueCents: DUE,
      createdAt: readClock(state),
      expiresAt: readClock(state) + DAY,
    });
    steps.push({ name: `${id}: is written down`, next: { ...state, order } });
  }
  if (isKnown && stand === 'paid') steps.push({ name: `${id}: is asked about`, next: askCode(state, id) });
  return steps;
}

function listTime(state: ServerState, jumps: readonly number[]): Steps {
  const steps: Steps = [];
  if (state.left.waits > 0) steps.push({ name: 'time passes', next: { ...spend(state, 'waits'), now: state.now + LIFE + 1 } });
  if (state.left.jumps > 0) {
    for (const ms of jumps) {
      steps.push({
        name: `the clock is put ${ms > 0 ? 'ahead' : 'back'}`,
        next: { ...spend(state, 'jumps'), aheadMs: state.aheadMs + ms },
      });
    }
  }
  return steps;
}

/** The names of what took money at the service: attempts, and Pix codes. */
export function listTruth({ cards, codes }: ServerState): string[] {
  return [
    ...Object.entries(cards).flatMap(([id, { isCharged }]) => (isCharged ? [id] : [])),
    ...Object.entries(codes).flatMap(([id, { stand }]) => (stand === 'paid' ? [`pix-${id}`] : [])),
  ];
}

/** Whether an attempt can still be charged, by true time. */
export function mayBeCharged({ isUnderWay, phase, endsAt }: Card, now: number): boolean {
  return now <= endsAt && (isUnderWay || phase === 'opened');
}
