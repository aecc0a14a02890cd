import fc from 'fast-check';
import { endAttempt, expireAttempt, noteReport, returnPayment } from '../../../src/server/orders/end-attempt.ts';
import { openAttempt } from '../../../src/server/orders/open-attempt.ts';
import { createOrderRecord } from '../../../src/server/orders/order-record.ts';
import { addPix, advancePix } from '../../../src/server/orders/pix-charges.ts';

/** What an order costs, cents, and the sessions and attempts of the random sequences: few, so that they meet. */
export const DUE = 14_990;
const SESSIONS = ['ana', 'bia'];
const ATTEMPTS = ['a1', 'a2', 'a3', 'a4'];
const WORDS = ['open', 'approved', 'declined', 'failed', 'unconfirmed', 'unknown'];
const MINUTE = 60_000;

const attemptId = fc.constantFrom(...ATTEMPTS);
const session = fc.constantFrom(...SESSIONS);
const cents = fc.constantFrom(undefined, DUE, DUE, 100, 20_000);
const identifier = fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined });
const chargeId = fc.constantFrom('p1', 'p2');

/** One thing that happens to an order. */
export const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('open'),
      attemptId,
      session,
      via: fc.constantFrom('token', 'token', 'relay'),
      life: fc.constantFrom(1, 15, undefined),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tell'), attemptId, session, word: fc.constantFrom(...WORDS) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('end'),
      attemptId,
      by: fc.constantFrom('relay', 'records', 'person'),
      state: fc.constantFrom('charged', 'declined', 'failed', 'not-charged'),
      identifier,
      cents,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire'), attemptId }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pix'), chargeId, session, cents }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('news'),
      chargeId,
      status: fc.constantFrom('pending', 'paid', 'expired', 'unknown', 'refunded'),
      cents,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('return'),
      paymentId: fc.oneof(
        attemptId,
        chargeId.map((id) => `pix-${id}`),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass'), minutes: fc.constantFrom(1, 3, 20, 90) }) },
);

/** Ends of the relay are of attempts of the relay alone: nobody else has the service's answer. */
const canSay = (attempt, by) => attempt !== undefined && (by !== 'relay' || attempt.via === 'relay');

/** Does one thing to an order. Returns the order after it, and what was said. */
function perform(order, action, now) {
  const attempt = order.attempts.find((known) => known.attemptId === action.attemptId);
  switch (action.do) {
    case 'open': {
      const end = action.via === 'relay' ? now + 90_000 : action.life && now + action.life * MINUTE + 90_000;
      const sent = action.via === 'relay' ? { sentAt: now } : {};
      const until = end === undefined ? {} : { mayChargeUntil: end };
      const { attemptId, session, via } = action;
      return openAttempt(order, { attemptId, session, via, method: 'card', amountCents: DUE, ...sent, ...until }, now);
    }
    case 'tell':
      return noteReport(order, action.attemptId, { state: action.word, at: now }, action.session);
    case 'end': {
      if (!canSay(attempt, action.by)) return { result: 'none', order };
      const found = action.state === 'charged' ? { identifier: action.identifier, amountCents: action.cents } : {};
      const said = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
      return endAttempt(order, action.attemptId, { state: action.state, by: action.by, now, ...said });
    }
    case 'expire':
      return expireAttempt(order, action.attemptId, now);
    case 'pix': {
      const amount = action.cents === undefined ? {} : { amountCents: action.cents };
      return addPix(order, { chargeId: action.chargeId, session: action.session, dueCents: DUE, createdAt: now, ...amount });
    }
    case 'news':
      return advancePix(order, action.chargeId, {
        status: action.status,
        now,
        ...(action.cents !== undefined && { amountCents: action.cents }),
      });
    case 'return':
      return returnPayment(order, action.paymentId, now);
  }
  throw new Error(`unknown: ${action.do}`);
}

/** Runs a sequence, and calls `check` with each step. */
export function play(actions, check) {
  let now = 1_900_000_000_000;
  let order = createOrderRecord('pedido-1');
  for (const action of actions) {
    if (action.do === 'pass') {
      now += action.minutes * MINUTE;
      continue;
    }
    const { result, order: next } = perform(order, action, now);
    check({ before: order, after: next, action, result, now });
    order = next;
  }
}
