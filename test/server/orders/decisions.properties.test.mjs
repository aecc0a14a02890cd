import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isEnded } from '../../../src/server/orders/order-state.ts';
import { openAttempt } from '../../../src/server/orders/open-attempt.ts';
import { act, DUE, play } from './order-model.mjs';

describe('whatever happens to an order, in whatever order', () => {
  /** Random sequences; the same each time, and more of them with WHOLE=1. */
  function always(check) {
    const numRuns = process.env.WHOLE === '1' ? 4000 : 1000;
    fc.assert(
      fc.property(fc.array(act, { minLength: 10, maxLength: 40, size: 'max' }), (actions) => play(actions, check)),
      { numRuns, seed: 17 },
    );
  }

  const kept = (order) => order.payments.filter(({ returnedAt }) => returnedAt === undefined);
  const find = (order, id) => order.attempts.find(({ attemptId }) => attemptId === id);

  it('an attempt is granted only where no money is there', () => {
    always(({ before: order, action, result }) => {
      if (action.do === 'open' && result.status === 'granted') assert.deepEqual(kept(order), []);
    });
  });

  it('an attempt is granted only to the holder itself, where nobody holds it, or after its own page’s word that it is over, and never by the relay', () => {
    always(({ before: order, action, result }) => {
      if (action.do !== 'open' || result.status !== 'granted' || order.holder === undefined) return;
      const holder = find(order, order.holder);
      assert.equal(holder.session, action.session);
      assert.deepEqual([holder.via, action.via], ['token', 'token']);
      if (order.holder !== action.attemptId) assert.ok(['declined', 'failed'].includes(holder.told.state));
    });
  });

  it('the holder is one of its attempts, and has not ended', () => {
    always(({ after: order }) => {
      if (order.holder !== undefined) assert.ok(['open', 'sent', 'unconfirmed'].includes(find(order, order.holder).state));
    });
  });

  it('an attempt that ended, or that the relay has sent, is never granted again', () => {
    always(({ before: order, action, result }) => {
      const known = action.do === 'open' && find(order, action.attemptId);
      if (known && (isEnded(known) || known.via === 'relay')) assert.notEqual(result.status, 'granted');
    });
  });

  it('nobody else gets the order before all that was handed out is over, or is known by the relay, the records or a person', () => {
    always(({ before: order, action, result, now }) => {
      if (action.do !== 'open' || result.status !== 'granted') return;
      for (const other of order.attempts) {
        if (other.session === action.session || ['relay', 'records', 'person'].includes(other.endedBy)) continue;
        assert.equal(other.state, 'replaced');
        assert.ok(order.payments.length > 0, `only its page said that ${other.attemptId} is over`);
        assert.ok(other.mayChargeUntil === undefined || other.mayChargeUntil < now, `${other.attemptId} may be charged still`);
      }
    });
  });

  it('that it was not charged is believed of nobody but the relay while it may be charged', () => {
    always(({ before: order, after: next, action, now }) => {
      if (action.do !== 'end' || action.state === 'charged') return;
      const known = find(order, action.attemptId);
      const isChanged = known && find(next, action.attemptId) !== known;
      if (isChanged && action.by !== 'relay')
        assert.ok(known.mayChargeUntil === undefined ? action.by === 'person' : known.mayChargeUntil < now);
    });
  });

  it('a page’s word changes nothing but the word', () => {
    always(({ before: order, after: next, action }) => {
      if (action.do !== 'tell') return;
      const silent = ({ attempts, ...rest }) => ({ ...rest, attempts: attempts.map((attempt) => ({ ...attempt, told: undefined })) });
      assert.deepEqual(silent(next), silent(order));
      const other = order.attempts.filter(({ session }) => session !== action.session);
      for (const attempt of other) assert.equal(find(next, attempt.attemptId), attempt);
    });
  });

  it('a page’s word lets nobody else in', () => {
    always(({ after: next, action, now }) => {
      if (action.do !== 'tell' || next.holder === undefined) return;
      /** @type {import('../../../src/server/orders/open-attempt.ts').WantedAttempt} */
      const wanted = { attemptId: 'new', session: 'stranger', via: 'token', method: 'card', amountCents: DUE };
      assert.equal(openAttempt(next, wanted, now).result.status === 'granted', false);
    });
  });

  it('a payment is never removed, and says the same for ever but for what was not known', () => {
    always(({ before: order, after: next }) => {
      assert.ok(next.payments.length >= order.payments.length);
      order.payments.forEach((payment, index) => {
        const now = next.payments[index];
        assert.equal(now.paymentId, payment.paymentId);
        if (payment.kind !== 'unclear') assert.equal(now.kind, payment.kind);
        if (payment.amountCents !== undefined) assert.equal(now.amountCents, payment.amountCents);
        if (payment.identifier !== undefined) assert.equal(now.identifier, payment.identifier);
      });
    });
  });

  it('one payment at most pays the order at a time; money beside it is extra, less is short, of no amount unclear', () => {
    always(({ before: order, after: next }) => {
      assert.ok(kept(next).filter(({ kind }) => kind === 'paid').length <= 1);
      for (const payment of next.payments.slice(order.payments.length)) {
        const isBeside = kept(order).some(({ kind }) => kind === 'paid' || kind === 'extra');
        const { amountCents } = payment;
        const expected = isBeside ? 'extra' : amountCents === undefined ? 'unclear' : amountCents < DUE ? 'short' : 'paid';
        assert.equal(payment.kind, expected);
      }
    });
  });

  it('a charge by one identifier is one payment, told as often as it is, and each charged end has one', () => {
    always(({ after: next, action }) => {
      const named = next.payments
        .filter(({ identifier }) => identifier !== undefined)
        .map(({ method, identifier }) => `${method === 'pix'} ${identifier}`);
      assert.equal(new Set(named).size, named.length);
      assert.equal(new Set(next.payments.map(({ paymentId }) => paymentId)).size, next.payments.length);
      if (action.do !== 'end' || action.state !== 'charged' || !find(next, action.attemptId)) return;
      if (find(next, action.attemptId).state !== 'charged') return;
      const isTold = ({ paymentId, identifier }) =>
        paymentId === action.attemptId || (action.identifier !== undefined && identifier === action.identifier);
      assert.ok(next.payments.some(isTold));
    });
  });

  it('that it was charged is always written down, whatever was said before', () => {
    always(({ before: order, after: next, action }) => {
      const known = action.do === 'end' && action.state === 'charged' && find(order, action.attemptId);
      if (known && (action.by !== 'relay' || known.via === 'relay')) assert.equal(find(next, action.attemptId).state, 'charged');
    });
  });
});
