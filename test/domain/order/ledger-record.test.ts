import { expect } from '@open-wc/testing';
import {
  toTakenPayment,
  findMissing,
  listTaken,
  mergeRecord,
  deriveAttempt,
  deriveCharge,
} from '../../../src/domain/order/ledger-record.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

describe('findMissing', () => {
  const code = (paidAmount: string | undefined, orderAmount = '10.00') =>
    createCodeRecord('p', { status: 'paid', amount: '9.50' }, { orderAmount, ...(paidAmount !== undefined && { paidAmount }) });

  for (const [name, record, dueCents, missing, duePixCents] of [
    ['all arrived that a Pix price asks for', code('9.50'), 10_00, undefined],
    ['more arrived', code('20.00'), 10_00, undefined],
    ['less arrived', code('9.49'), 10_00, '0.01'],
    ['nobody says what arrived', code(undefined), 10_00, undefined],
    ['the order costs more by now', code('9.50'), 12_00, '2.00'],
    ['the order costs less by now', code('9.50'), 8_00, undefined],
    ['less arrived, and the order costs more', code('9.00'), 10_01, '0.51'],
    ['nobody knows what the order costs now', code('9.00'), undefined, '0.50'],
    ['what it cost then cannot be read', code('9.50', 'ten'), 12_00, undefined],
    ['what arrived cannot be read', code('many'), 10_00, undefined],
    ['only the price by card is higher by now', code('9.50'), 12_00, undefined, 9_50],
    ['the price by Pix is higher by now', code('9.50'), 10_00, '0.25', 9_75],
    ['the price by Pix is lower by now', code('9.50'), 10_00, undefined, 9_00],
    ['less arrived, and the price by Pix is higher', code('9.00'), 10_00, '0.75', 9_75],
    ['a card is paid beside a price by Pix', createCardRecord('c', { state: 'approved' }), 10_00, undefined, 9_50],
    ['a card of an old amount is paid beside a price by Pix', createCardRecord('c', { state: 'approved' }), 10_01, '0.01', 9_50],
    ['a card was charged in full', createCardRecord('c', { state: 'approved' }), 10_00, undefined],
    ['a card of an old amount', createCardRecord('c', { state: 'approved' }), 10_01, '0.01'],
  ] as const) {
    it(`is ${missing ?? 'nothing'} where ${name}`, () => expect(findMissing(record, { dueCents, duePixCents })).to.equal(missing));
  }
});

describe('mergeRecord', () => {
  it('takes what is new as it is', () => {
    const record = createCardRecord();
    expect(mergeRecord(undefined, record)).to.equal(record);
  });

  it('goes back neither in state nor in what was stamped', () => {
    const stamps = { turn: 1, missing: '1.00', confirmedAt: 5, paidAmount: '9.00' };
    const known = createCodeRecord('p', { status: 'paid' }, stamps);
    expect(mergeRecord(known, createCodeRecord())).to.deep.equal(known);
    expect(mergeRecord(createCodeRecord(), known)).to.deep.equal(known);
    const card = createCardRecord('c', { state: 'approved' }, { turn: 1 });
    expect(mergeRecord(card, createCardRecord('c', { state: 'unconfirmed' }))).to.deep.equal(card);
    expect(mergeRecord(createCardRecord('c', { state: 'failed' }), card)).to.deep.equal(card);
  });

  it('keeps the stamps of the one that was known', () => {
    const one = createCodeRecord('p', { status: 'paid' }, { turn: 1, missing: '1.00', confirmedAt: 5 });
    const other = createCodeRecord('p', { status: 'paid' }, { turn: 2, missing: '2.00', confirmedAt: 9 });
    expect(mergeRecord(one, other)).to.deep.equal(one);
    expect(mergeRecord(other, one)).to.deep.equal(other);
  });

  it('takes a newer code of the same identifier, with what the order cost when that was made', () => {
    const known = createCodeRecord('p', { status: 'expired' }, { orderAmount: '10.00' });
    const news = createCodeRecord(
      'p',
      { brCode: '000202', amount: '20.00', createdAt: known.charge.createdAt + 1 },
      { orderAmount: '20.00' },
    );
    expect(mergeRecord(known, news)).to.deep.equal(news);
    expect(mergeRecord(news, known)).to.deep.equal(news);
  });

  it('keeps the amounts of a code that was paid, though its identifier comes again with another', () => {
    const known = createCodeRecord('p', { status: 'paid' }, { turn: 1 });
    const news = createCodeRecord(
      'p',
      { brCode: '000202', amount: '20.00', createdAt: known.charge.createdAt + 1 },
      { orderAmount: '20.00' },
    );
    expect(mergeRecord(known, news)).to.deep.nested.include({
      turn: 1,
      orderAmount: '10.00',
      'charge.status': 'paid',
      'charge.amount': '10.00',
    });
  });

  it('mixes no card with a Pix', () => {
    const known = createCardRecord('pix-p');
    expect(mergeRecord(known, createCodeRecord())).to.equal(known);
  });
});

describe('a payment, as page and shop see it', () => {
  it('is a duplicate from the second turn on', () => {
    const turns = [undefined, 1, 2, 3].map((turn) => createCardRecord('c', { state: 'approved' }, { ...(turn && { turn }) }));
    expect(turns.map((record) => deriveAttempt(record).duplicate)).to.deep.equal([undefined, undefined, true, true]);
    expect(listTaken(turns.toReversed()).map(({ turn }) => turn)).to.deep.equal([1, 2, 3]);
  });

  it('is approved where a Pix took money, and stays so when that was given back', () => {
    expect(deriveAttempt(createCodeRecord()).state).to.equal('open');
    const refunded = createCodeRecord('p', { status: 'refunded' }, { turn: 2, missing: '1.00' });
    expect(deriveAttempt(refunded)).to.include({ attemptId: 'pix-p', method: 'pix', chargeId: 'p', state: 'approved', duplicate: true });
    expect(deriveCharge(refunded)).to.include({ status: 'refunded', missing: '1.00', duplicate: true });
    expect(deriveCharge(createCodeRecord())).not.to.have.any.keys('missing', 'duplicate');
  });

  it('says what was taken: what arrived, or what the button said', () => {
    const card = createCardRecord('c', { total: '11.00', identifier: 'tx', state: 'approved' });
    expect(toTakenPayment(card)).to.deep.equal({ method: 'card', identifier: 'tx', amount: '11.00' });
    expect(toTakenPayment(createCardRecord('c')).amount).to.equal('10.00');
    expect(toTakenPayment(createCodeRecord('p', {}, { paidAmount: '9.00' }))).to.deep.equal({
      method: 'pix',
      chargeId: 'p',
      amount: '9.00',
    });
  });
});
