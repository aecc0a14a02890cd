import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOrderRecord } from '../../../src/server/orders/order-record.ts';
import { openAttempt } from '../../../src/server/orders/open-attempt.ts';
import { endAttempt, expireAttempt, noteReport, returnPayment } from '../../../src/server/orders/end-attempt.ts';
import { addPix, advancePix } from '../../../src/server/orders/pix-charges.ts';

const NOW = 1_900_000_000_000;
const MINUTE = 60_000;

/**
 * @import { AttemptEnd } from '../../../src/server/orders/end-attempt.ts'
 * @import { WantedAttempt } from '../../../src/server/orders/open-attempt.ts'
 */

describe('what is decided of an order', () => {
  /** @type {(attemptId: string, fields?: Partial<WantedAttempt>) => WantedAttempt} */
  const wish = (attemptId, fields) => ({
    attemptId,
    session: 'ana',
    via: 'token',
    method: 'card',
    amountCents: 1000,
    mayChargeUntil: NOW + 10 * MINUTE,
    ...fields,
  });
  /** An order after some decisions, each a function of it. */
  const orderAfter = (...steps) => steps.reduce((order, step) => step(order).order, createOrderRecord('pedido-1'));
  const open = (attemptId, fields) => (order) => openAttempt(order, wish(attemptId, fields), NOW);
  const tell =
    (attemptId, state, session = 'ana') =>
    (order) =>
      noteReport(order, attemptId, { state, at: NOW }, session);
  const end = (attemptId, state, fields) => (order) => endAttempt(order, attemptId, { state, by: 'person', now: NOW, ...fields });
  const ask = (order, attemptId, fields, now = NOW) => openAttempt(order, wish(attemptId, fields), now).result;

  for (const [state, expected] of Object.entries({
    open: 'busy',
    approved: 'busy',
    unconfirmed: 'busy',
    unknown: 'busy',
    declined: 'granted',
    failed: 'granted',
  })) {
    it(`after its page’s "${state}" the same session is ${expected}, and another busy`, () => {
      const order = orderAfter(open('a'), tell('a', state));
      assert.equal(ask(order, 'b').status, expected);
      assert.equal(ask(order, 'b', { session: 'bia' }).status, 'busy');
      assert.equal(ask(orderAfter(open('a'), tell('a', state, 'bia')), 'b').status, 'busy', 'the word of another session is none');
    });
  }

  it('what is handed over keeps others away until the end of its own token, though its successor’s ended before', () => {
    const order = orderAfter(open('a'), tell('a', 'failed'), open('b', { mayChargeUntil: NOW + MINUTE }));
    assert.equal(endAttempt(order, 'b', { state: 'not-charged', by: 'records', now: NOW + 2 * MINUTE }).result.status, 'early');
    assert.equal(endAttempt(order, 'b', { state: 'not-charged', by: 'records', now: NOW + 11 * MINUTE }).result.status, 'ended');
  });

  it('what is handed over without a known end is over when a person says so', () => {
    const order = orderAfter(open('a', { mayChargeUntil: undefined }), tell('a', 'failed'), open('b'));
    assert.equal(endAttempt(order, 'b', { state: 'not-charged', by: 'records', now: NOW + 99 * MINUTE }).result.status, 'early');
    assert.equal(endAttempt(order, 'b', { state: 'not-charged', by: 'person', now: NOW }).result.status, 'ended');
  });

  it('what was replaced is not charged only after its time, since its page alone said so', () => {
    const order = orderAfter(open('a'), tell('a', 'failed'), open('b'));
    assert.equal(end('a', 'not-charged', { by: 'records' })(order).result.status, 'early');
    const later = endAttempt(order, 'a', { state: 'not-charged', by: 'records', now: NOW + 11 * MINUTE });
    assert.equal(later.result.status, 'ended');
    assert.equal(later.order.holder, 'b', 'its successor holds the order all the same');
  });

  it('what was replaced holds the order again once its successor was not charged, until it is known itself', () => {
    const order = orderAfter(open('a'), tell('a', 'failed'), open('b'), tell('b', 'declined'), open('c'));
    const over = NOW + 11 * MINUTE;
    const notCharged = (id, before) => endAttempt(before, id, { state: 'not-charged', by: 'records', now: over }).order;
    const second = notCharged('c', order);
    assert.deepEqual([second.holder, ask(second, 'd', { session: 'bia' }).status], ['b', 'busy']);
    const first = notCharged('b', second);
    assert.deepEqual([first.holder, ask(first, 'd', { session: 'bia' }).status], ['a', 'busy']);
    assert.deepEqual([notCharged('a', first).holder, ask(notCharged('a', first), 'd', { session: 'bia' }).status], [undefined, 'granted']);
    assert.equal(end('a', 'charged', { identifier: '1' })(first).order.payments[0].kind, 'paid');
  });

  it('what was replaced and was charged after all is written down, and its successor’s charge is extra', () => {
    const order = orderAfter(
      open('a'),
      tell('a', 'failed'),
      open('b'),
      end('a', 'charged', { identifier: '1' }),
      end('b', 'charged', { identifier: '2' }),
    );
    assert.deepEqual(
      order.payments.map(({ paymentId, kind }) => [paymentId, kind]),
      [
        ['a', 'paid'],
        ['b', 'extra'],
      ],
    );
  });

  it('has as many attempts within an hour as it may have, and no more, until the hour of the first is over', () => {
    const declined = (attemptId) => (order) => end(attemptId, 'declined', { by: 'relay' })(order);
    const two = orderAfter(open('one'), declined('one'), open('two'), declined('two'));
    const askAt = (now, most) => openAttempt(two, wish('three'), now, most).result;
    assert.deepEqual(askAt(NOW + MINUTE, 2), { status: 'limited', retryAfterMs: 59 * MINUTE });
    assert.equal(askAt(NOW + MINUTE, 3).status, 'granted');
    assert.equal(askAt(NOW + 60 * MINUTE, 2).status, 'granted');
  });

  it('is limited for nobody who finds it busy, nor for who asks again', () => {
    const one = orderAfter(open('one'));
    const askWith = (attemptId, session) => openAttempt(one, wish(attemptId, { session }), NOW, 1).result.status;
    assert.deepEqual([askWith('two', 'bruno'), askWith('one', 'ana')], ['busy', 'granted']);
  });

  it('that a page began is no news of an attempt that it told more of before', () => {
    const order = orderAfter(open('a'), tell('a', 'declined'), tell('a', 'open'));
    assert.equal(order.attempts[0].told.state, 'declined');
    assert.equal(orderAfter(open('a'), tell('a', 'declined'), tell('a', 'approved')).attempts[0].told.state, 'approved');
  });

  it('a token of unknown end is looked for by a person after an hour', () => {
    const order = orderAfter(open('a', { mayChargeUntil: undefined }));
    assert.equal(expireAttempt(order, 'a', NOW + 60 * MINUTE).result, false);
    assert.equal(expireAttempt(order, 'a', NOW + 61 * MINUTE).order.attempts[0].state, 'unconfirmed');
  });

  it('the end of another opening of the same attempt ends nothing', () => {
    const order = orderAfter(open('a', { via: 'relay', sentAt: NOW }));
    /** @type {AttemptEnd} */
    const failed = { state: 'failed', by: 'relay', now: NOW };
    for (const opening of [
      { session: 'ana', sentAt: NOW - 1 },
      { session: 'bia', sentAt: NOW },
    ]) {
      assert.equal(endAttempt(order, 'a', { ...failed, opening }).order, order);
    }
    assert.equal(endAttempt(order, 'a', { ...failed, opening: { session: 'ana', sentAt: NOW } }).result.status, 'ended');
  });

  it('a second charge by one attempt, under another identifier, is extra', () => {
    const order = orderAfter(
      open('a'),
      end('a', 'charged', { identifier: '1' }),
      end('a', 'charged', { identifier: '2' }),
      end('a', 'charged', { identifier: '2' }),
    );
    assert.deepEqual(
      order.payments.map(({ paymentId, kind, identifier }) => [paymentId, kind, identifier]),
      [
        ['a', 'paid', '1'],
        ['a+2', 'extra', '2'],
      ],
    );
  });

  it('an identifier that comes later completes its payment', () => {
    const order = orderAfter(open('a'), end('a', 'charged'), end('a', 'charged', { identifier: '1' }));
    assert.deepEqual(
      order.payments.map(({ paymentId, identifier }) => [paymentId, identifier]),
      [['a', '1']],
    );
  });

  it('an order whose first payment went back is paid by the one beside it', () => {
    const pix = (order) =>
      advancePix(addPix(order, { chargeId: 'p', session: 'ana', dueCents: 1000, createdAt: NOW }).order, 'p', {
        status: 'paid',
        amountCents: 1000,
        now: NOW,
      });
    const both = orderAfter(open('a'), end('a', 'charged'), pix);
    const returned = returnPayment(both, 'a', NOW).order;
    assert.equal(ask(returned, 'b').status, 'paid');
    assert.equal(ask(returnPayment(returned, 'pix-p', NOW).order, 'b').status, 'granted');
  });

  it('what an answer says of an unpaid charge is no amount of a payment', () => {
    const made = addPix(createOrderRecord('x'), { chargeId: 'p', session: 'ana', dueCents: 1000, createdAt: NOW }).order;
    const paid = advancePix(made, 'p', { status: 'paid', now: NOW }).order;
    assert.equal(paid.payments[0].kind, 'unclear');
    assert.equal(advancePix(paid, 'p', { status: 'unknown', amountCents: 5000, now: NOW }).order.payments[0].kind, 'unclear');
    assert.equal(advancePix(paid, 'p', { status: 'paid', amountCents: 1000, now: NOW }).order.payments[0].kind, 'paid');
  });

  /** @type {[string, import('../../../src/server/orders/pix-charges.ts').PixStatusReport][]} */
  const laterWords = [
    ['an unknown word', { status: 'unknown', now: NOW }],
    ['an unknown word with an amount', { status: 'unknown', amountCents: 1000, now: NOW }],
    ['that it waits', { status: 'pending', amountCents: 1000, now: NOW }],
    ['that it is over', { status: 'expired', now: NOW }],
    ['that it is paid, without an amount', { status: 'paid', now: NOW }],
    ['that it is paid, with an amount that nobody can read', { status: 'paid', amountCents: 'unclear', now: NOW }],
  ];
  for (const [what, news] of laterWords) {
    it(`an amount that nobody can read is not the whole because the service says later ${what}`, () => {
      const charge = { chargeId: 'p', session: 'ana', dueCents: 1000, amountCents: 1000, createdAt: NOW };
      const made = addPix(createOrderRecord('x'), charge).order;
      const unclear = advancePix(made, 'p', { status: 'paid', amountCents: 'unclear', now: NOW }).order;
      const later = advancePix(unclear, 'p', news).order;
      assert.deepEqual([later.payments, later.pix[0].status], [unclear.payments, 'paid']);
      const [payment] = advancePix(later, 'p', { status: 'paid', amountCents: 400, now: NOW }).order.payments;
      assert.deepEqual([payment.kind, payment.amountCents], ['short', 400], 'an amount that can be read counts');
    });
  }

  it('a Pix code is asked about more and more seldom, until ten minutes after its end', () => {
    let order = addPix(createOrderRecord('x'), {
      chargeId: 'p',
      session: 'ana',
      dueCents: 1000,
      createdAt: NOW,
      expiresAt: NOW + 30 * MINUTE,
    }).order;
    const waits = [];
    let at = NOW;
    while (order.pix[0].askAt !== undefined) {
      waits.push((order.pix[0].askAt - at) / MINUTE);
      at = order.pix[0].askAt;
      order = advancePix(order, 'p', { status: 'pending', now: at }).order;
    }
    assert.equal(at, NOW + 40 * MINUTE);
    assert.deepEqual([waits[0], waits.at(-1)], [0.5, 5]);
  });
});
