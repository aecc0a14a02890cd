import { expect } from '@open-wc/testing';
import { decideChange, findBlocking, replaceRecords, type LedgerChange } from '../../../src/domain/order/ledger-decision.js';
import type { LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import { createCardRecord, createCodeRecord, describeRecords } from '../../flow/support/ledger-suite.js';

const open = createCardRecord('open');
const unconfirmed = createCardRecord('unconfirmed', { state: 'unconfirmed' });
const approved = createCardRecord('approved', { state: 'approved' }, { turn: 1 });
const declined = createCardRecord('declined', { state: 'declined' });
const failed = createCardRecord('failed', { state: 'failed' });
const paid = createCodeRecord('p', { status: 'paid' }, { turn: 1 });
const pending = createCodeRecord('q');

const put = (records: readonly LedgerRecord[], change: LedgerChange, facts = {}): string[] =>
  describeRecords(decideChange(records, change, facts).put);

describe('findBlocking', () => {
  it('names what keeps a card from being charged, the most certain first', () => {
    const all = [declined, failed, pending, open, unconfirmed, paid];
    expect(findBlocking(all)).to.equal(paid);
    expect(findBlocking(all.filter((record) => record !== paid))).to.equal(unconfirmed);
    expect(findBlocking([declined, failed, pending, open])).to.equal(open);
    expect(findBlocking([declined, failed, pending])).to.equal(undefined);
  });

  it('looks beyond the card that is to be charged itself', () => {
    expect(findBlocking([open], 'open')).to.equal(undefined);
    expect(findBlocking([open, unconfirmed], 'open')).to.equal(unconfirmed);
  });
});

describe('decideChange', () => {
  const fresh = createCardRecord('new', { startedAt: 1_800_000_000_000 });

  it('opens a card beside what took no money, and writes nothing else', () => {
    for (const records of [[], [declined], [failed], [pending]]) {
      expect(decideChange(records, { type: 'open', record: fresh }, {})).to.deep.equal({ put: [fresh] });
    }
  });

  for (const blocking of [open, unconfirmed, approved, paid]) {
    it(`writes nothing of a card beside one that is ${blocking.id}`, () => {
      expect(decideChange([blocking], { type: 'open', record: fresh }, {})).to.deep.equal({ put: [], blocking });
    });
  }

  it('has a Pix that was paid, and has no turn yet, block a card', () => {
    const { put: written, blocking } = decideChange([createCodeRecord('p', { status: 'paid' })], { type: 'open', record: fresh }, {});
    expect([describeRecords(written), blocking?.id]).to.deep.equal([['pix-p paid #1'], 'pix-p']);
  });

  it('writes the card that it opens once, however often it is tried', () => {
    expect(decideChange([fresh], { type: 'open', record: fresh }, {})).to.deep.equal({ put: [] });
    const moved = { ...fresh, attempt: { ...fresh.attempt, state: 'unconfirmed' } } as const;
    expect(put([moved], { type: 'open', record: fresh })).to.deep.equal([]);
  });

  it('settles a card, and gives it its turn in the same step', () => {
    expect(put([open], { type: 'settle', record: open, change: { state: 'approved' } })).to.deep.equal(['open approved #1']);
    expect(put([paid, open], { type: 'settle', record: open, change: { state: 'approved' } })).to.deep.equal(['open approved #2']);
    expect(put([open], { type: 'settle', record: open, change: { state: 'declined' } })).to.deep.equal(['open declined']);
  });

  it('settles what the ledger has, not what the page remembers', () => {
    const remembered = createCardRecord('approved');
    expect(put([approved], { type: 'settle', record: remembered, change: { state: 'failed' } })).to.deep.equal([]);
  });

  it('brings a forgotten card back only where money was taken, or may have been', () => {
    const states = ['approved', 'unconfirmed', 'declined', 'failed'] as const;
    const written = states.flatMap((state) => put([], { type: 'settle', record: open, change: { state } }));
    expect(written).to.deep.equal(['open approved #1', 'open unconfirmed']);
  });

  it('merges what a page knows, and writes only what is new', () => {
    const records = [approved, pending];
    expect(put(records, { type: 'merge', records })).to.deep.equal([]);
    expect(
      put(records, { type: 'merge', records: [createCardRecord('approved'), createCodeRecord('q', { status: 'paid' })] }),
    ).to.deep.equal(['pix-q paid #2']);
  });

  it('gives turns once, also where two have the same', () => {
    const twice = [approved, paid, createCardRecord('late', { state: 'approved' })];
    expect(put(twice, { type: 'review' })).to.deep.equal(['pix-p paid #2', 'late approved #3']);
    const refunded = createCodeRecord('p', { status: 'refunded' }, { turn: 1 });
    expect(put([refunded, createCodeRecord('q', { status: 'paid' })], { type: 'review' })).to.deep.equal(['pix-q paid #2']);
  });

  it('lets what the ledger already has keep its turn, whenever the other was begun', () => {
    const restored = createCardRecord('older', { state: 'approved', startedAt: 0 }, { turn: 1 });
    expect(put([paid], { type: 'merge', records: [restored] })).to.deep.equal(['older approved #2']);
    const second = createCodeRecord('q', { status: 'paid' }, { turn: 2 });
    expect(put([paid, second], { type: 'merge', records: [restored] }), 'also behind the first').to.deep.equal(['older approved #3']);
    expect(put([second], { type: 'merge', records: [restored] }), 'a turn that is free').to.deep.equal(['older approved #1']);
  });

  it('writes what is missing of the payment that was first, and of no other', () => {
    const short = createCodeRecord('p', { status: 'paid' }, { paidAmount: '7.50' });
    const records = [short, createCodeRecord('q', { status: 'paid' }, { paidAmount: '1.00' })];
    const written = decideChange(records, { type: 'review' }, { dueCents: 10_00 }).put;
    expect(written.map(({ missing }) => missing)).to.deep.equal(['2.50', undefined]);
  });

  it('keeps what was missing once, whatever the order costs later', () => {
    const [seen] = decideChange([approved], { type: 'review' }, { dueCents: 10_01 }).put;
    expect(seen).to.include({ missing: '0.01' });
    for (const dueCents of [10_00, 99_00, undefined]) {
      expect(decideChange([seen ?? approved], { type: 'review' }, { dueCents }).put, String(dueCents)).to.deep.equal([]);
    }
    expect(decideChange([approved], { type: 'review' }, { dueCents: 10_00 }).put).to.deep.equal([]);
  });

  it('stamps each payment with the first confirmed instant, also while it refuses a card', () => {
    const { put: written, blocking } = decideChange([open], { type: 'open', record: fresh }, { confirmedNow: 5 });
    expect([written, blocking]).to.deep.equal([[{ ...open, confirmedAt: 5 }], open]);
    expect(decideChange(written, { type: 'review' }, { confirmedNow: 9 }).put).to.deep.equal([]);
  });

  it('changes nothing that it was given', () => {
    const records = Object.freeze([Object.freeze(createCodeRecord('p', { status: 'paid' }))]);
    expect(put(records, { type: 'review' }, { dueCents: 99_00, confirmedNow: 1 })).to.deep.equal(['pix-p paid #1']);
    expect(records[0]).not.to.have.any.keys('turn', 'missing', 'confirmedAt');
  });
});

describe('replaceRecords', () => {
  it('puts a changed payment in its place, and a new one at the end', () => {
    const changed = { ...open, confirmedAt: 1 };
    expect(replaceRecords([open, pending], [fresh(), changed])).to.deep.equal([changed, pending, fresh()]);
  });

  const fresh = (): LedgerRecord => createCardRecord('fresh');
});
