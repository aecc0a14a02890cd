import { expect } from '@open-wc/testing';
import type { AttemptState } from '../../../src/domain/order/attempt.js';
import { listNewDuplicates, listNewlyPaidCharges, listSettledElsewhere } from '../../../src/domain/order/ledger-news.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

describe('listSettledElsewhere', () => {
  const list = (before: AttemptState | undefined, after: AttemptState, own = '', late = '') =>
    listSettledElsewhere({
      before: before ? [createCardRecord('c', { state: before })] : [],
      after: [createCardRecord('c', { state: after })],
      isOwn: (attemptId) => attemptId === own,
      late: late ? createCardRecord(late).attempt : undefined,
    }).map((settled) => `${settled.record.attempt.state}${settled.late ? ', late' : ''}`);

  for (const [before, after, settled] of [
    [undefined, 'approved', ['approved']],
    [undefined, 'declined', []],
    [undefined, 'failed', []],
    [undefined, 'unconfirmed', []],
    [undefined, 'open', []],
    ['open', 'approved', ['approved']],
    ['open', 'declined', ['declined']],
    ['open', 'failed', ['failed']],
    ['open', 'unconfirmed', []],
    ['open', 'open', []],
    ['unconfirmed', 'approved', ['approved, late']],
    ['unconfirmed', 'declined', ['declined, late']],
    ['unconfirmed', 'failed', ['failed, late']],
    ['unconfirmed', 'unconfirmed', []],
    ['failed', 'approved', ['approved']],
    ['failed', 'failed', []],
    ['approved', 'approved', []],
    ['declined', 'declined', []],
  ] as const) {
    it(`${settled.length > 0 ? 'passes on' : 'says nothing of'} a card that was ${before ?? 'not known'} and is ${after}`, () => {
      expect(list(before, after)).to.deep.equal(settled);
    });
  }

  it('leaves to this page what it charges itself', () => {
    expect(list('open', 'approved', 'c')).to.deep.equal([]);
    expect(list('open', 'approved', 'other')).to.deep.equal(['approved']);
  });

  it('believes of a request that still runs here only that it was approved', () => {
    expect(list('unconfirmed', 'failed', '', 'c')).to.deep.equal([]);
    expect(list('unconfirmed', 'approved', '', 'c')).to.deep.equal(['approved, late']);
    expect(list('unconfirmed', 'failed', '', 'other')).to.deep.equal(['failed, late']);
  });

  it('has nothing to do with Pix', () => {
    const after = [createCodeRecord('p', { status: 'paid' }, { turn: 1 })];
    expect(listSettledElsewhere({ before: [], after, isOwn: () => false, late: undefined })).to.deep.equal([]);
  });
});

describe('listNewDuplicates', () => {
  const first = createCardRecord('c', { state: 'approved' }, { turn: 1 });
  const second = createCodeRecord('p', { status: 'paid' }, { turn: 2 });
  const third = createCodeRecord('q', { status: 'paid' }, { turn: 3 });

  it('lists each payment that was one too many, once', () => {
    expect(listNewDuplicates([], [first])).to.deep.equal([]);
    expect(listNewDuplicates([first], [first, second])).to.deep.equal([second]);
    expect(listNewDuplicates([first, second], [first, second, third])).to.deep.equal([third]);
    expect(listNewDuplicates([], [first, second, third])).to.deep.equal([second, third]);
    expect(listNewDuplicates([first, second], [first, second])).to.deep.equal([]);
  });

  it('lists a payment that was known, and is known to be one too many only now', () => {
    expect(listNewDuplicates([first, { ...second, turn: 1 }], [first, second])).to.deep.equal([second]);
  });
});

describe('listNewlyPaidCharges', () => {
  it('lists each code that took money, once, and no card', () => {
    const pending = createCodeRecord();
    const paid = createCodeRecord('p', { status: 'paid' }, { turn: 2 });
    const card = createCardRecord('c', { state: 'approved' }, { turn: 1 });
    expect(listNewlyPaidCharges([pending], [card, paid])).to.deep.equal([paid]);
    expect(listNewlyPaidCharges([], [card, paid])).to.deep.equal([paid]);
    expect(listNewlyPaidCharges([paid], [card, paid])).to.deep.equal([]);
    expect(listNewlyPaidCharges([], [card, pending])).to.deep.equal([]);
  });
});
