import { isEnded } from '../../src/server/orders/order-state.js';
import type { Invariant } from './explore.js';
import { hashState } from './hash-state.js';
import { calmDown } from './server-calm.js';
import { listTruth, mayBeCharged, type ServerState } from './server-world.js';

type ServerInvariant = Invariant<ServerState>;

/**
 * One card is charged at most, whatever pages say: but for what the same session pays once its page was told, by its browser's own repeat, that a card
 * was refused.
 */
const oneCard: ServerInvariant = {
  sentence: 'lets one attempt at a time charge an order, on all devices',
  isOfState: true,
  judge: ({ cards, repeating }) => {
    const charged = Object.keys(cards).filter((id) => cards[id]?.isCharged);
    const others = charged.filter((id) => cards[id]?.session !== repeating);
    const most = others.length < charged.length ? 0 : 1;
    return others.length > most ? `${charged.join(' and ')} were charged` : undefined;
  },
};

const neverDenied: ServerInvariant = {
  sentence: 'What was charged, or may still be, is never said to be “not charged”',
  isOfState: true,
  judge: ({ order, cards, now }) => {
    const wrong = order.attempts.find((attempt) => {
      const card = cards[attempt.attemptId];
      const isDenied = isEnded(attempt) && attempt.state !== 'charged' && attempt.state !== 'replaced';
      return card && isDenied && (card.isCharged || mayBeCharged(card, now));
    });
    return wrong && `${wrong.attemptId} is "${wrong.state}"`;
  },
};

const onlyRealMoney: ServerInvariant = {
  sentence: 'A payment is written down only for money that was taken',
  isOfState: true,
  judge: (state) => {
    const truth = listTruth(state);
    const wrong = state.order.payments.find(({ paymentId }) => !truth.includes(paymentId));
    return wrong && `${wrong.paymentId} was not paid`;
  },
};

const onePaid: ServerInvariant = {
  sentence: 'one payment paid the order, and every other one is extra',
  isOfState: true,
  judge: ({ order: { payments } }) => {
    const kinds = payments.map(({ kind }) => kind);
    const isRight = kinds.every((kind, index) => kind === (index === 0 ? 'paid' : 'extra'));
    return isRight ? undefined : `the payments are ${kinds.join(', ')}`;
  },
};

const closedWhileUnknown: ServerInvariant = {
  sentence: 'What is not known keeps the order closed for everybody else',
  judge: ({ order, cards }, { order: before, cards: known, now }) => {
    if (order.holder === undefined || order.holder === before.holder) return undefined;
    const session = cards[order.holder]?.session;
    const other = before.attempts.find(({ attemptId }) => {
      const card = known[attemptId];
      return card && card.session !== session && !isSettled(before, attemptId) && (card.isCharged || mayBeCharged(card, now));
    });
    return other && `${order.holder} has the order, and nobody knows what became of ${other.attemptId}`;
  },
};

/** A press has heard of each code that was written down and paid before it. */
const askedAtPress: ServerInvariant = {
  sentence: 'It is asked at every press, however fresh the last answer is.',
  judge: ({ order, cards }, { order: before, cards: known, codes }) => {
    const pressed = Object.keys(cards).find((id) => cards[id]?.phase === 'asked' && known[id]?.phase === 'idle');
    const paid = before.pix.filter(({ chargeId }) => codes[chargeId]?.stand === 'paid').map(({ chargeId }) => `pix-${chargeId}`);
    const unheard = paid.filter((id) => !order.payments.some(({ paymentId }) => paymentId === id));
    return pressed && unheard.length > 0 ? `${pressed} goes on beside ${unheard.join(' and ')}` : undefined;
  },
};

const toldOnce: ServerInvariant = {
  sentence: 'each end is told once',
  isOfState: true,
  judge: ({ told }) => {
    const twice = Object.entries(told).find(([, ends]) => new Set(ends).size < ends.length || ends.slice(0, -1).includes('charged'));
    return twice && `${twice[0]} was told as ${twice[1].join(', ')}`;
  },
};

/** In the end, each charge is a payment: by the records, or by a person who looks up all that is shown. */
function createAllKnown(hasRecords: boolean): ServerInvariant {
  const judged = new Map<number, string | undefined>();
  return {
    sentence: 'Whatever is charged is found in the end, and two charges are two payments',
    isOfState: true,
    judge: async (state) => {
      const truth = listTruth(state);
      const isKnown = (id: string): boolean => state.order.payments.some(({ paymentId }) => paymentId === id);
      if (truth.every(isKnown)) return undefined;
      const key = hashState([state.order, truth, Object.values(state.codes), state.now + state.aheadMs]);
      if (judged.has(key)) return judged.get(key);
      const { payments } = await calmDown(state, hasRecords);
      const lost = truth.filter((id) => !payments.some(({ paymentId }) => paymentId === id));
      const problem = lost.length > 0 ? `nobody ever learns of ${lost.join(' and ')}` : undefined;
      judged.set(key, problem);
      return problem;
    },
  };
}

/** What must be true of the server's decisions. */
export function createServerInvariants({ hasRecords }: { hasRecords: boolean }): readonly ServerInvariant[] {
  return [oneCard, neverDenied, onlyRealMoney, onePaid, closedWhileUnknown, askedAtPress, toldOnce, createAllKnown(hasRecords)];
}

function isSettled({ attempts }: ServerState['order'], id: string): boolean {
  const attempt = attempts.find(({ attemptId }) => attemptId === id);
  return attempt !== undefined && isEnded(attempt) && attempt.state !== 'replaced';
}
