import { expect } from '@open-wc/testing';
import { parseRecord } from '../../../src/flow/ledger/indexed-db-ledger.js';

const CARD = {
  kind: 'card',
  id: 'a',
  orderAmount: '149.90',
  attempt: { attemptId: 'a', method: 'card', amount: '149.90', startedAt: 1000, state: 'declined' },
  isLocked: true,
  limitMs: 30_000,
};
const PIX = {
  kind: 'pix',
  id: 'pix-1',
  orderAmount: '149.90',
  charge: { chargeId: '1', amount: '140.00', brCode: '000201', createdAt: 1000, expiresAt: 2000, status: 'expired' },
};
const UNREADABLE = {
  kind: 'card',
  id: 'key',
  orderAmount: '',
  attempt: { attemptId: 'key', method: 'card', amount: '', startedAt: 0, state: 'unconfirmed' },
  isLocked: false,
  limitMs: 0,
};

describe('parseRecord', () => {
  it('reads a payment as it was written', () => {
    const stamps = { paidAmount: '1.00', turn: 2, missing: '148.90', confirmedAt: 5000 };
    expect(parseRecord(CARD, 'a')).to.deep.equal(CARD);
    expect(parseRecord({ ...CARD, ...stamps }, 'a')).to.deep.equal({ ...CARD, ...stamps });
    expect(parseRecord(PIX, 'pix-1')).to.deep.equal(PIX);
    const full = { ...PIX, ...stamps, charge: { ...PIX.charge, orderId: 'order-7', number: 7, settledAt: 7, late: true } };
    expect(parseRecord(full, 'pix-1')).to.deep.equal(full);
  });

  for (const field of ['attemptId', 'amount', 'startedAt'] as const) {
    it(`takes a card without its ${field} for one that may have been charged`, () => {
      expect(parseRecord({ ...CARD, attempt: { ...CARD.attempt, [field]: undefined } }, 'key')).to.deep.equal(UNREADABLE);
    });
  }

  for (const field of ['chargeId', 'amount', 'brCode', 'createdAt', 'expiresAt'] as const) {
    it(`takes a Pix without its ${field} for a card that may have been charged`, () => {
      expect(parseRecord({ ...PIX, charge: { ...PIX.charge, [field]: undefined } }, 'key')).to.deep.equal(UNREADABLE);
    });
  }

  it('takes what is no payment at all for a card that may have been charged', () => {
    for (const value of [
      undefined,
      null,
      7,
      'card',
      [],
      {},
      { ...CARD, kind: 'pix' },
      { ...PIX, kind: 'card' },
      { ...CARD, kind: 'boleto' },
    ])
      expect(parseRecord(value, 'key')).to.deep.equal(UNREADABLE);
  });

  it('takes a state that it does not know for unconfirmed, and such a status for unknown', () => {
    expect(parseRecord({ ...CARD, attempt: { ...CARD.attempt, state: 'pending' } }, 'a')).to.have.nested.property(
      'attempt.state',
      'unconfirmed',
    );
    expect(parseRecord({ ...PIX, charge: { ...PIX.charge, status: 'settled' } }, 'pix-1')).to.have.nested.property(
      'charge.status',
      'unknown',
    );
  });

  it('reads nothing beside it that has another type', () => {
    const strange = { orderAmount: 7, paidAmount: 7, turn: '1', missing: 7, confirmedAt: '5000' };
    expect(parseRecord({ ...CARD, ...strange, isLocked: 'yes', limitMs: '5' }, 'a')).to.deep.equal({
      ...CARD,
      isLocked: false,
      limitMs: 0,
    });
    const charge = { ...PIX.charge, orderId: 7, number: '7', settledAt: '7', late: 'yes' };
    expect(parseRecord({ ...PIX, ...strange, charge }, 'pix-1')).to.deep.equal({ ...PIX, orderAmount: '140.00' });
  });
});
