import { expect } from '@open-wc/testing';
import { computeDeclineBackoff, countDeclines } from '../../../src/domain/order/decline-backoff.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

describe('computeDeclineBackoff', () => {
  for (const [declines, waitMs] of [
    [0, 0],
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [7, 120_000],
    [9, 480_000],
    [10, 600_000],
    [2000, 600_000],
  ] as const) {
    it(`waits ${waitMs} ms after ${declines} declines`, () => expect(computeDeclineBackoff(declines)).to.equal(waitMs));
  }
});

describe('countDeclines', () => {
  it('counts declined cards alone', () => {
    const states = ['declined', 'failed', 'approved', 'declined', 'open', 'unconfirmed'] as const;
    const cards = states.map((state) => createCardRecord(state, { state }));
    expect(countDeclines([...cards, createCodeRecord('p', { status: 'failed' })])).to.equal(2);
  });
});
