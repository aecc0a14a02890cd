import { expect } from '@open-wc/testing';
import type { LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import { listStale } from '../../../src/domain/order/record-life.js';
import { createCardRecord, createCodeRecord } from '../../flow/support/ledger-suite.js';

const YEAR_MS = 365 * 86_400_000;

const list = (records: readonly LedgerRecord[], confirmedNow: number | undefined): string[] =>
  [...listStale(new Map([['key', records]]), confirmedNow).values()].flat().map(({ id }) => id);

describe('listStale', () => {
  it('counts a year from the first confirmed instant, each payment for itself', () => {
    const records = [
      createCardRecord('old', { state: 'approved' }, { confirmedAt: 1000 }),
      createCodeRecord('p', {}, { confirmedAt: 1001 }),
    ];
    expect(list(records, 1000 + YEAR_MS)).to.deep.equal([]);
    expect(list(records, 1001 + YEAR_MS)).to.deep.equal(['old']);
    expect(list(records, 1002 + YEAR_MS)).to.deep.equal(['old', 'pix-p']);
  });

  it('forgets nothing for its age while nobody confirms the time', () => {
    expect(list([createCardRecord('old', { state: 'approved', startedAt: 0 }, { confirmedAt: 1 })], undefined)).to.deep.equal([]);
    expect(list([createCardRecord('old', { state: 'declined', startedAt: 0 })], 100 * YEAR_MS)).to.deep.equal([]);
  });

  it('forgets, of what no clock confirmed, what took no money and belongs to none of the newest 500 orders', () => {
    const orders = new Map<string, LedgerRecord[]>();
    for (let index = 0; index < 502; index += 1) {
      const states = ['declined', 'failed', 'approved', 'unconfirmed', 'open'] as const;
      const cards = states.map((state) => createCardRecord(`${state}-${index}`, { state, startedAt: index }));
      orders.set(`order-${index}`, [...cards, createCodeRecord(`${index}`, { createdAt: index, status: 'cancelled' })]);
    }
    const stale = [...listStale(orders, undefined).values()].flat().map(({ id }) => id);
    expect(stale).to.deep.equal(['declined-0', 'failed-0', 'declined-1', 'failed-1']);
  });

  it('takes an order for as new as its newest payment', () => {
    const orders = new Map<string, LedgerRecord[]>([['old', [createCardRecord('a', { state: 'declined', startedAt: 0 })]]]);
    for (let index = 1; index <= 500; index += 1) orders.set(`order-${index}`, [createCodeRecord('p', { createdAt: index })]);
    expect([...listStale(orders, undefined).values()].flat()).to.have.length(1);
    orders.get('old')?.push(createCardRecord('b', { state: 'declined', startedAt: 9999 }));
    expect([...listStale(orders, undefined).values()].flat()).to.deep.equal([]);
  });
});
