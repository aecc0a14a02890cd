import { expect } from '@open-wc/testing';
import type { ApprovedOutcome } from '../../../src/domain/order/outcome.js';
import {
  deriveOrderState,
  findRefusal,
  findUnconfirmedAttempt,
  type OrderFacts,
  type OrderState,
} from '../../../src/domain/order/order-state.js';
import type { LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

const NOW = 1_800_000_000_000;

const open = createCardRecord('open');
const unconfirmed = createCardRecord('unconfirmed', { state: 'unconfirmed' });
const first = createCardRecord('first', { state: 'approved', identifier: 'tx', parts: ['5.00', '5.00'] }, { turn: 1 });
const second = createCodeRecord('p', { status: 'paid' }, { turn: 2 });
const short = createCodeRecord('s', { status: 'paid' }, { turn: 1, missing: '1.00', paidAmount: '9.00' });

function derive(records: readonly LedgerRecord[], facts: Partial<OrderFacts> = {}): OrderState {
  return deriveOrderState({
    now: NOW,
    isRead: true,
    readAt: NOW,
    isPaying: false,
    sending: undefined,
    late: undefined,
    records,
    approval: undefined,
    closed: undefined,
    busyUntil: 0,
    waitUntil: 0,
    isChecking: false,
    isReported: () => false,
    ...facts,
  });
}

describe('deriveOrderState', () => {
  for (const [name, records, status] of [
    ['nothing', [], 'open'],
    [
      'what took no money',
      [createCardRecord('d', { state: 'declined' }), createCardRecord('f', { state: 'failed' }), createCodeRecord()],
      'open',
    ],
    ['a card in flight', [open], 'elsewhere'],
    ['an unconfirmed card beside one in flight', [open, unconfirmed], 'unconfirmed'],
    ['an approved card', [first], 'paid'],
    ['a payment beside an unconfirmed card', [unconfirmed, first], 'paid'],
    ['two payments', [second, first], 'paid-twice'],
    ['a payment of too little', [short], 'paid-short'],
    ['a payment of too little and another', [short, second], 'paid-twice'],
  ] as const) {
    it(`is ${status} with ${name}`, () => expect(derive(records).status).to.equal(status));
  }

  it('has the payment that was first as its outcome, and says all of what was taken', () => {
    expect(derive([second, first])).to.deep.nested.include({ 'outcome.attemptId': 'first', payments: [first, second] });
    expect(derive([first])).to.deep.include({ method: 'card', parts: ['5.00', '5.00'], startedAt: first.attempt.startedAt });
    expect(derive([short])).to.deep.equal({ status: 'paid-short', payment: short, arrived: '9.00', missing: '1.00', method: 'pix' });
  });

  it('keeps what this page was answered itself, only for the payment that it is of', () => {
    const approval: ApprovedOutcome = {
      ...{
        status: 'approved',
        attemptId: 'first',
        method: 'card',
        amount: '10.00',
        installments: 1,
        whoPaysFee: 'merchant',
        message: 'ok',
      },
    };
    expect(derive([first], { approval })).to.have.nested.property('outcome.message', 'ok');
    expect(derive([{ ...second, turn: 1 }], { approval })).to.not.have.nested.property('outcome.message');
  });

  it('is closed by the shop where nothing is known to be paid', () => {
    for (const closed of ['paid', 'closed'] as const) {
      expect(derive([unconfirmed], { closed })).to.deep.equal({ status: 'closed', closed });
      expect(derive([first], { closed }).status).to.equal('paid');
    }
  });

  it('is paying and reading before all else', () => {
    expect(derive([first], { isPaying: true })).to.deep.equal({ status: 'paying' });
    expect(derive([], { isPaying: true, sending: open.attempt })).to.deep.equal({ status: 'paying', attempt: open.attempt });
    expect(derive([], { isRead: false })).to.deep.equal({ status: 'reading' });
  });

  it('says of an unconfirmed card whether the shop is asked, and knows', () => {
    expect(derive([unconfirmed])).to.deep.equal({
      ...{ status: 'unconfirmed', attempt: unconfirmed.attempt, isChecking: false, isShopNotified: false },
    });
    expect(derive([unconfirmed], { isChecking: true, isReported: ({ attemptId }) => attemptId === 'unconfirmed' })).to.include({
      ...{ isChecking: true, isShopNotified: true },
    });
  });

  it('has a request that still runs count, however others have settled its card, but for an approval', () => {
    const late = unconfirmed.attempt;
    const settle = (state: 'failed' | 'approved'): LedgerRecord[] => [
      createCardRecord('unconfirmed', { state }, { ...(state === 'approved' && { turn: 1 }) }),
    ];
    expect(derive(settle('failed'), { late }).status).to.equal('unconfirmed');
    expect(derive([], { late }).status).to.equal('unconfirmed');
    expect(findUnconfirmedAttempt(derive(settle('approved'), { late }))).to.equal(undefined);
    expect(findUnconfirmedAttempt(derive([second], { late }))).to.equal(late);
  });

  for (const records of [[first], [first, second], [short]]) {
    it(`goes on saying what may have been charged as well: ${derive(records).status}`, () => {
      expect(findUnconfirmedAttempt(derive([...records, unconfirmed]))).to.equal(unconfirmed.attempt);
      expect(findUnconfirmedAttempt(derive(records))).to.equal(undefined);
    });
  }

  it('is elsewhere for as long as the shop says that another device pays', () => {
    expect(derive([], { busyUntil: NOW + 1 })).to.deep.equal({ status: 'elsewhere', payableAt: NOW + 1 });
    expect(derive([], { busyUntil: NOW })).to.deep.equal({ status: 'open' });
  });

  describe('after declines', () => {
    const declines = (startedAt: number, count = 5): LedgerRecord[] =>
      Array.from({ length: count }, (_, index) => createCardRecord(`d${index}`, { state: 'declined', startedAt: startedAt - index }));

    for (const [name, startedAt, payableAt] of [
      ['now', NOW, NOW + 30_000],
      ['a while ago', NOW - 10_000, NOW + 20_000],
      ['long ago', NOW - 30_000, undefined],
      ['in the future, by a clock that was put back since', NOW + 86_400_000, NOW + 30_000],
    ] as const) {
      it(`waits from the last one that was made ${name}`, () => {
        expect(derive(declines(startedAt))).to.deep.equal({ status: 'open', ...(payableAt && { payableAt }) });
      });
    }

    it('waits for nothing after four, and for the longer of two waits', () => {
      expect(derive(declines(NOW, 4))).to.deep.equal({ status: 'open' });
      expect(derive(declines(NOW), { waitUntil: NOW + 60_000 })).to.have.property('payableAt', NOW + 60_000);
      expect(derive(declines(NOW), { waitUntil: NOW + 1 })).to.have.property('payableAt', NOW + 30_000);
    });

    it('counts one that was stamped in the future from when the page first read the order', () => {
      expect(derive(declines(NOW + 86_400_000), { readAt: NOW - 29_999 })).to.have.property('payableAt', NOW + 1);
      expect(derive(declines(NOW + 86_400_000), { readAt: NOW - 30_000 })).to.deep.equal({ status: 'open' });
    });
  });
});

describe('findRefusal', () => {
  it('lets a card be charged while an order is open, and no wait runs', () => {
    for (const state of [derive([]), derive([], { isRead: false }), derive([], { waitUntil: NOW })]) {
      expect(findRefusal(state, NOW), state.status).to.equal(undefined);
    }
  });

  it('says how long to wait', () => {
    expect(findRefusal(derive([], { waitUntil: NOW + 7 }), NOW)).to.deep.nested.include({ status: 'failed', 'error.code': 'rate-limited' });
    expect(findRefusal(derive([], { waitUntil: NOW + 7 }), NOW)).to.have.nested.property('error.retryAfterMs', 7);
  });

  it('gives the payment that an order has, and fails nothing that may be paid', () => {
    expect(findRefusal(derive([first]), NOW)).to.include({ status: 'approved', attemptId: 'first' });
    expect(findRefusal(derive([first, second]), NOW)).to.include({ status: 'approved', attemptId: 'first' });
    expect(findRefusal(derive([short]), NOW)).to.deep.equal({ status: 'cancelled', reason: 'short' });
    expect(findRefusal(derive([unconfirmed]), NOW)).to.deep.equal({ status: 'unconfirmed', attempt: unconfirmed.attempt });
    for (const state of [derive([open]), derive([], { busyUntil: NOW + 1 }), derive([], { closed: 'paid' })]) {
      expect(findRefusal(state, NOW), state.status).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    }
    expect(findRefusal(derive([], { closed: 'closed' }), NOW)).to.have.nested.property('error.code', 'order-closed');
  });
});
