import { expect } from '@open-wc/testing';
import type { Attempt, AttemptChange, AttemptState } from '../../../src/domain/order/attempt.js';
import { decideChange, type LedgerChange, type LedgerFacts } from '../../../src/domain/order/ledger-decision.js';
import type { CardPaymentRecord, LedgerRecord, PixPaymentRecord } from '../../../src/domain/order/ledger-record.js';
import { createChargePaymentId, type PixCharge } from '../../../src/domain/order/charge.js';
import { FakeClock } from '../../support/fake-clock.js';
import { createBoletoRecord, createTestBoleto } from './boleto-charge.js';
import type { ChangedOrder, LedgerStore } from '../../../src/flow/ledger/ledger-store.js';

export const KEY = 'https://a.example|order-7';

const DAY_MS = 86_400_000;

/** When the suite's payments are begun, epoch ms. */
const START = 1_700_000_000_000;

/** A card of the suite's order; it is open. */
export function createCardRecord(id = 'one', change: Partial<Attempt> = {}, facts: Partial<CardPaymentRecord> = {}): CardPaymentRecord {
  const attempt: Attempt = {
    attemptId: id,
    orderId: 'order-7',
    method: 'card',
    amount: '10.00',
    startedAt: START,
    state: 'open',
    ...change,
  };
  return { kind: 'card', id, orderAmount: '10.00', attempt, isLocked: true, limitMs: 60_000, ...facts };
}

/** A Pix code of the suite's order; it waits for a payment. */
export function createCodeRecord(chargeId = 'p', change: Partial<PixCharge> = {}, facts: Partial<PixPaymentRecord> = {}): PixPaymentRecord {
  const charge: PixCharge = {
    chargeId,
    orderId: 'order-7',
    amount: '10.00',
    brCode: '000201',
    createdAt: START,
    expiresAt: START + 1_800_000,
    status: 'pending',
    ...change,
  };
  return { kind: 'pix', id: createChargePaymentId('pix', chargeId), orderAmount: '10.00', charge, ...facts };
}

/** Makes a change in a store as an order's page does. */
export function applyTo(store: LedgerStore, change: LedgerChange, facts: LedgerFacts = {}, orderKey = KEY): Promise<ChangedOrder> {
  return store.change(orderKey, (records) => decideChange(records, change, facts), { isDecisive: change.type === 'open' });
}

/** Payments in short: what they are called, how they stand, and their turn. */
export function describeRecords(records: readonly LedgerRecord[]): string[] {
  return records.map((record) => {
    const state = record.kind === 'card' ? record.attempt.state : record.charge.status;
    return [record.id, state, ...(record.turn === undefined ? [] : [`#${record.turn}`])].join(' ');
  });
}

/** What every ledger does. `create` gives one that is empty. */
export function describeLedger(name: string, create: () => LedgerStore): void {
  describe(name, () => {
    let store: LedgerStore;

    beforeEach(() => {
      store = create();
    });

    const openCard = (id: string, orderKey?: string): Promise<ChangedOrder> =>
      applyTo(store, { type: 'open', record: createCardRecord(id) }, {}, orderKey);
    const settle = (id: string, change: AttemptChange, record = createCardRecord(id)): Promise<ChangedOrder> =>
      applyTo(store, { type: 'settle', record, change });
    const merge = (...records: LedgerRecord[]): Promise<ChangedOrder> => applyTo(store, { type: 'merge', records });
    const list = async (orderKey = KEY): Promise<string[]> => describeRecords((await store.read(orderKey)).records);

    it('has nothing of an order that nobody paid', async () => {
      expect(await store.read(KEY)).to.deep.equal({ records: [], forgetId: undefined });
    });

    it('opens one card and reads it back as it was written', async () => {
      const record = createCardRecord('one', { parts: ['5.00', '5.00'], total: '10.00' });
      const opened = await applyTo(store, { type: 'open', record });
      expect(opened).to.deep.equal({ records: [record], forgetId: undefined });
      expect(await store.read(KEY)).to.deep.equal({ records: [record], forgetId: undefined });
    });

    it('reads a Pix code back as it was written', async () => {
      const record = createCodeRecord('p', { number: 7, late: true, status: 'paid' }, { paidAmount: '9.00' });
      await merge(record);
      expect((await store.read(KEY)).records).to.deep.equal([{ ...record, turn: 1, missing: '1.00' }]);
    });

    it('reads a boleto back as it was written, and its second payment', async () => {
      const charge = createTestBoleto(new FakeClock(START), {
        brCode: '000201',
        pdfUrl: 'https://bank.example/1.pdf',
        payee: 'Loja',
        status: 'paid',
      });
      const further = createBoletoRecord(charge, { id: 'boleto-1+2', paidAmount: '149.90' });
      await merge(createBoletoRecord(charge), further);
      expect((await store.read(KEY)).records).to.deep.equal([
        { ...createBoletoRecord(charge), turn: 1 },
        { ...further, turn: 2 },
      ]);
    });

    it('opens no card beside a boleto that was paid', async () => {
      await merge(createBoletoRecord(createTestBoleto(new FakeClock(START), { status: 'paid' })));
      expect((await openCard('one')).blocking).to.include({ id: 'boleto-1' });
    });

    for (const state of ['open', 'unconfirmed', 'approved'] as const) {
      it(`opens none beside a card that is ${state}, and names it`, async () => {
        await openCard('one');
        if (state !== 'open') await settle('one', { state });
        const { blocking, records } = await openCard('two');
        expect(describeRecords(blocking ? [blocking] : [])).to.deep.equal([state === 'approved' ? 'one approved #1' : `one ${state}`]);
        expect(records).to.have.length(1);
        expect(await list()).to.have.length(1);
      });
    }

    it('opens none beside a Pix that was paid', async () => {
      await merge(createCodeRecord('p', { status: 'paid' }));
      expect((await openCard('one')).blocking).to.include({ id: 'pix-p' });
      expect(await list()).to.deep.equal(['pix-p paid #1']);
    });

    for (const state of ['declined', 'failed'] as const) {
      it(`opens another after one that is ${state}`, async () => {
        await openCard('one');
        await settle('one', { state });
        expect(await openCard('two')).not.to.have.property('blocking');
        expect(await list()).to.deep.equal([`one ${state}`, 'two open']);
      });
    }

    it('opens a card beside Pix codes that nobody has paid', async () => {
      const statuses = ['pending', 'unknown', 'expired', 'cancelled', 'failed'] as const;
      await merge(...statuses.map((status) => createCodeRecord(status, { status })));
      expect(await openCard('one')).not.to.have.property('blocking');
    });

    it('opens exactly one of many that ask at once', async () => {
      const answers = await Promise.all(Array.from({ length: 7 }, (_, index) => openCard(`n${index}`)));
      expect(answers.filter(({ blocking }) => !blocking)).to.have.length(1);
      expect(await list()).to.have.length(1);
    });

    it('opens the same card twice without harm', async () => {
      await openCard('one');
      expect(await openCard('one')).not.to.have.property('blocking');
      expect(await list()).to.deep.equal(['one open']);
    });

    it('keeps orders apart, also those whose names begin alike', async () => {
      await openCard('one');
      for (const other of ['https://a.example|order-8', `${KEY}0`, 'https://b.example|order-7']) {
        expect(await openCard('two', other)).not.to.have.property('blocking');
        expect(await list(other)).to.deep.equal(['two open']);
      }
      expect(await list('https://a.example|order-9')).to.deep.equal([]);
    });

    it('lists payments by when they were begun', async () => {
      await merge(
        createCodeRecord('younger', { createdAt: START + 1 }),
        createCardRecord('oldest', { startedAt: START - 1 }),
        createCodeRecord('p'),
      );
      expect((await store.read(KEY)).records.map(({ id }) => id)).to.deep.equal(['oldest', 'pix-p', 'pix-younger']);
    });

    it('never takes an approval back', async () => {
      await openCard('one');
      await settle('one', { state: 'approved', identifier: 'tx' });
      await settle('one', { state: 'declined' });
      const { records } = await merge(createCardRecord('one', { state: 'unconfirmed' }));
      expect(records.map((record) => record.kind === 'card' && record.attempt)).to.deep.equal([
        { ...createCardRecord('one').attempt, state: 'approved', identifier: 'tx' },
      ]);
    });

    it('gives each payment that took money its turn, and lets nothing change it', async () => {
      await merge(createCodeRecord('b', { status: 'paid', createdAt: START + 2 }));
      await merge(createCodeRecord('a', { status: 'paid', createdAt: START }), createCodeRecord('b'));
      await settle('one', { state: 'approved' }, createCardRecord('one', { startedAt: START - 5 }));
      expect(await list()).to.deep.equal(['one approved #3', 'pix-a paid #2', 'pix-b paid #1']);
    });

    it('writes what is missing where the first payment fell short, once and for good', async () => {
      await merge(createCodeRecord('p', { status: 'paid' }));
      const raised = await applyTo(store, { type: 'review' }, { dueCents: 12_50 });
      expect(raised.records[0]).to.include({ missing: '2.50' });
      await applyTo(store, { type: 'review' }, { dueCents: 20_00 });
      await applyTo(store, { type: 'review' }, { dueCents: 10_00 });
      expect((await store.read(KEY)).records[0]).to.include({ missing: '2.50' });
    });

    it('keeps the first instant that was confirmed', async () => {
      await openCard('one');
      for (const confirmedNow of [undefined, START + 5, START + 9]) await applyTo(store, { type: 'review' }, { confirmedNow });
      expect((await store.read(KEY)).records[0]).to.include({ confirmedAt: START + 5 });
    });

    it('forgets an order at every service, and no other, and leaves a mark', async () => {
      const others = ['https://a.example|order-77', 'https://a.example|order-', 'https://a.example|x|order-7'];
      for (const orderKey of [KEY, 'https://b.example|order-7', ...others]) await openCard('one', orderKey);
      await store.forget('order-7', 'mark-1');
      for (const orderKey of [KEY, 'https://b.example|order-7']) {
        expect(await store.read(orderKey)).to.deep.equal({ records: [], forgetId: 'mark-1' });
      }
      for (const orderKey of others) expect(await list(orderKey), orderKey).to.deep.equal(['one open']);
      expect((await store.read(others[0] ?? '')).forgetId).to.equal(undefined);
      expect((await openCard('two')).forgetId).to.equal('mark-1');
      await store.forget('order-7', 'mark-2');
      expect(await store.read(KEY)).to.deep.equal({ records: [], forgetId: 'mark-2' });
    });

    it('writes a forgotten card anew when it was or may have been charged, else not', async () => {
      const states: [AttemptChange['state'], number][] = [
        ['approved', 1],
        ['unconfirmed', 1],
        ['declined', 0],
        ['failed', 0],
      ];
      for (const [state, count] of states) {
        await settle('one', { state });
        expect(await list(), state).to.have.length(count);
        await store.forget('order-7', crypto.randomUUID());
      }
    });

    describe('after a sweep', () => {
      const YEAR_MS = 365 * DAY_MS;

      it('keeps a payment for a year from the first confirmed instant, and goes by no clock that nobody confirmed', async () => {
        const states: AttemptState[] = ['approved', 'unconfirmed', 'declined', 'open'];
        for (const state of states) {
          const orderKey = `https://a.example|${state}`;
          await applyTo(store, { type: 'merge', records: [createCardRecord('one', { state })] }, { confirmedNow: START }, orderKey);
        }
        for (const confirmedNow of [undefined, START + YEAR_MS]) {
          await store.sweep({ confirmedNow });
          for (const state of states) expect(await list(`https://a.example|${state}`), state).to.have.length(1);
        }
        await store.sweep({ confirmedNow: START + YEAR_MS + 1 });
        for (const state of states) expect(await list(`https://a.example|${state}`), state).to.have.length(0);
      });

      it('forgets of what no clock confirmed only declined and failed cards beyond the newest 500 orders', async () => {
        const createOrderKey = (index: number): string => `https://a.example|n${index}`;
        const states = ['declined', 'failed', 'approved', 'unconfirmed', 'open'] as const;
        for (const [index, state] of states.entries()) {
          const record = createCardRecord('old', { state, startedAt: START - DAY_MS });
          await applyTo(store, { type: 'merge', records: [record] }, {}, `https://a.example|${state}-${index}`);
        }
        await applyTo(store, { type: 'merge', records: [createCodeRecord('old', { createdAt: 0 })] }, {}, 'https://a.example|code');
        const fill = (index: number): Promise<ChangedOrder> =>
          applyTo(
            store,
            { type: 'merge', records: [createCardRecord('one', { state: 'declined', startedAt: START + index })] },
            {},
            createOrderKey(index),
          );
        await Promise.all(Array.from({ length: 500 }, (_, index) => fill(index)));
        await store.sweep({ confirmedNow: START + 100 * YEAR_MS });
        const left = await Promise.all(states.map((state, index) => list(`https://a.example|${state}-${index}`)));
        expect(left.map((records) => records.length)).to.deep.equal([0, 0, 1, 1, 1]);
        expect(await list('https://a.example|code')).to.have.length(1);
        expect(await list(createOrderKey(0))).to.have.length(1);
        await fill(500);
        await store.sweep({ confirmedNow: undefined });
        expect([await list(createOrderKey(0)), await list(createOrderKey(1))]).to.deep.equal([[], ['one declined']]);
      });

      it('still knows that an order was freed', async () => {
        await store.forget('order-7', 'mark-1');
        await store.sweep({ confirmedNow: START + 100 * YEAR_MS });
        expect((await store.read(KEY)).forgetId).to.equal('mark-1');
      });
    });
  });
}
