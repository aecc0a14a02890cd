import { expect } from '@open-wc/testing';
import { findBlocking } from '../../../src/domain/order/ledger-decision.js';
import { listTaken, type PixPaymentRecord } from '../../../src/domain/order/ledger-record.js';

describe('a payment that was given back', () => {
  const charge = { chargeId: '1', amount: '100.00', brCode: '000201', createdAt: 1000, expiresAt: 2000, status: 'refunded' } as const;
  const record: PixPaymentRecord = { kind: 'pix', id: 'pix-1', orderAmount: '100.00', turn: 1, charge };

  it('still counts as taken, and keeps a card from being charged', () => {
    expect(listTaken([record])).to.deep.equal([record]);
    expect(findBlocking([record])).to.equal(record);
  });
});
