import { expect } from '@open-wc/testing';
import { sumPayments } from '../../../src/domain/order/order-sums.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

describe('sumPayments', () => {
  it('adds up what was paid, and what of it is too much', () => {
    const [card, code] = [createCardRecord('card'), createCodeRecord('code')];
    const first = { ...card, turn: 1, paidAmount: '149.90' };
    const second = { ...code, turn: 2, paidAmount: '142.40' };
    const third = { ...code, turn: 3, paidAmount: '10.05' };
    expect(sumPayments([first, second, third])).to.deep.equal({ paidCents: 30_235, costCents: 14_990, surplusCents: 15_245 });
  });

  it('is unknown where an amount cannot be read', () => {
    const [card, code] = [createCardRecord('card'), createCodeRecord('code')];
    expect(
      sumPayments([
        { ...card, turn: 1 },
        { ...code, turn: 2, paidAmount: 'unclear' },
      ]),
    ).to.equal(undefined);
    expect(sumPayments([{ ...card, turn: 1, paidAmount: 'about 10' }])).to.equal(undefined);
    expect(sumPayments([])).to.equal(undefined);
  });
});
