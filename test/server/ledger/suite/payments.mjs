import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, MINUTE, NOW, makeAttempt, makePayment, makePix, write } from '../rows.mjs';

/**
 * What every ledger does with payments, and lists for whoever looks after them. `context` is filled before the first test.
 *
 * @param {import('../ledger-suite.mjs').LedgerContext} context
 * @param {{ hasSql: boolean }} options
 */
export function describePayments(context, { hasSql }) {
  describe('settling', () => {
    /** @type {(paymentId: string, work?: Parameters<typeof context.ledger.settle>[1], more?: { isDelivered?: boolean }) => Promise<boolean>} */
    const settle = (paymentId, work = async () => {}, more = {}) =>
      context.ledger.settle(paymentId, work, { now: NOW + 5, isDelivered: false, ...more });

    it('runs the work once, with the payment, and marks it', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
      const seen = [];
      assert.equal(await settle('x', async (payment) => void seen.push(payment)), true);
      assert.equal(await settle('x', async (payment) => void seen.push(payment)), false);
      assert.deepEqual(seen, [makePayment('A', 'x')]);
      assert.equal((await context.ledger.read('A')).payments[0].settledAt, NOW + 5);
      assert.equal(await context.ledger.countDeliveries(), 0);
    });

    it('runs the work once for twenty who settle at once', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
      let runs = 0;
      const work = async () => {
        runs += 1;
        await new Promise((resolve) => setImmediate(resolve));
      };
      const settled = await Promise.all(Array.from({ length: 20 }, () => settle('x', work)));
      assert.deepEqual([runs, settled.filter(Boolean).length], [1, 1]);
    });

    it('throws what the work throws, marks nothing, and may run again', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
      const failed = settle(
        'x',
        async () => {
          throw new Error('no stock');
        },
        { isDelivered: true },
      );
      await assert.rejects(failed, /no stock/);
      assert.equal((await context.ledger.read('A')).payments[0].settledAt, undefined);
      assert.equal(await context.ledger.countDeliveries(), 0);
      assert.equal(await settle('x'), true);
    });

    if (hasSql) {
      it('commits what the work wrote through its transaction with the payment, or none of it', async () => {
        await context.query?.('CREATE TABLE IF NOT EXISTS stock (sold text)');
        await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
        const sell = (fault) => async (payment, tx) => {
          await tx.query('INSERT INTO stock VALUES ($1)', [payment.paymentId]);
          if (fault) throw new Error(fault);
        };
        await assert.rejects(settle('x', sell('crash')), /crash/);
        assert.equal(await settle('x', sell()), true);
        assert.equal(await settle('x', sell()), false);
        assert.deepEqual(await context.query?.('SELECT sold FROM stock'), [{ sold: 'x' }]);
      });

      it('marks nothing where the work swallowed an error of the database', async () => {
        await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
        await assert.rejects(settle('x', async (_, tx) => void (await tx.query('SELECT nothing').catch(() => {}))));
        assert.equal((await context.ledger.read('A')).payments[0].settledAt, undefined);
      });
    }

    it('takes nothing more of work that was given up', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
      let late;
      const work = async (_, tx) => {
        late = () => tx.query('SELECT 1 AS one');
        throw new Error('given up');
      };
      const limited = { now: NOW, isDelivered: false, limitMs: 60_000 };
      await assert.rejects(context.ledger.settle('x', work, limited), /given up/);
      await assert.rejects(late());
      assert.equal(await context.ledger.settle('x', async () => {}, limited), true);
    });

    it('rejects for a payment that is not there', async () => {
      await assert.rejects(settle('none'), /no such payment/);
    });

    it('stays settled whatever a later decision says of the payment', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
      await settle('x');
      await context.ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, payments: [makePayment('A', 'x', { returnedAt: NOW + 9 })] },
      }));
      assert.deepEqual((await context.ledger.read('A')).payments, [makePayment('A', 'x', { settledAt: NOW + 5, returnedAt: NOW + 9 })]);
    });
  });

  describe('deliveries', () => {
    const LEASE = 60_000;
    const fill = async (...ids) => {
      for (const [index, id] of ids.entries()) {
        await write(context.ledger, 'A', { payments: [makePayment('A', id)] });
        await context.ledger.settle(id, async () => {}, { now: NOW + index, isDelivered: true });
      }
    };

    it('are claimed one by one, the oldest first, and end', async () => {
      await fill('x', 'y');
      assert.equal(await context.ledger.countDeliveries(), 2);
      const first = await context.ledger.claimDelivery(NOW + 10, LEASE);
      assert.deepEqual([first?.payment.paymentId, first?.payment.settledAt, first?.tries], ['x', NOW, 0]);
      assert.equal((await context.ledger.claimDelivery(NOW + 10, LEASE))?.payment.paymentId, 'y');
      assert.equal(await context.ledger.claimDelivery(NOW + 10, LEASE), undefined);
      await context.ledger.endDelivery('x');
      await context.ledger.endDelivery('y');
      assert.equal(await context.ledger.countDeliveries(), 0);
      assert.equal(await context.ledger.claimDelivery(NOW + HOUR, LEASE), undefined);
    });

    it('are nobody else’s until the lease ends', async () => {
      await fill('x');
      await context.ledger.claimDelivery(NOW, LEASE);
      assert.equal(await context.ledger.claimDelivery(NOW + LEASE - 1, LEASE), undefined);
      assert.equal((await context.ledger.claimDelivery(NOW + LEASE, LEASE))?.tries, 1);
    });

    it('are tried less and less often, but each hour, and never within a lease', async () => {
      await fill('x');
      let at = NOW;
      for (const [tries, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
        assert.equal((await context.ledger.claimDelivery(at, LEASE))?.tries, tries);
        at += minutes * MINUTE;
        assert.equal(await context.ledger.claimDelivery(at - 1, LEASE), undefined);
      }
      assert.equal((await context.ledger.claimDelivery(at, 2 * HOUR))?.tries, 8);
      assert.equal(await context.ledger.claimDelivery(at + 2 * HOUR - 1, LEASE), undefined);
    });

    it('have one who claims each of them', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `x${index}`);
      await fill(...ids);
      const claimed = await Promise.all(Array.from({ length: 12 }, () => context.ledger.claimDelivery(NOW + MINUTE, LEASE)));
      const found = claimed.filter((delivery) => delivery !== undefined).map(({ payment }) => payment.paymentId);
      assert.deepEqual(
        found.toSorted((one, other) => one.localeCompare(other)),
        ids,
      );
    });
  });

  describe('what waits for somebody', () => {
    it('lists attempts whose time is over, and those without an end after an hour', async () => {
      const attempts = [
        makeAttempt('A', 'endless', { openedAt: NOW - HOUR - 1 }),
        makeAttempt('A', 'endless-new', { openedAt: NOW - HOUR }),
        makeAttempt('A', 'late', { mayChargeUntil: NOW - 1, state: 'sent' }),
        makeAttempt('A', 'later', { mayChargeUntil: NOW - 2 }),
        makeAttempt('A', 'now', { mayChargeUntil: NOW }),
        makeAttempt('A', 'ended', { mayChargeUntil: NOW - 1, state: 'declined' }),
        makeAttempt('A', 'known', { mayChargeUntil: NOW - 1, state: 'unconfirmed' }),
      ];
      await write(context.ledger, 'A', { attempts });
      const due = await context.ledger.listDue(NOW);
      assert.deepEqual(
        due.attempts.map(({ attemptId }) => attemptId),
        ['later', 'late', 'endless'],
      );
    });

    it('lists attempts of which nobody knows how they ended, at their end and whenever they are to be asked about again', async () => {
      const attempts = [
        makeAttempt('A', 'again', { state: 'unconfirmed', mayChargeUntil: NOW - HOUR, askAt: NOW }),
        makeAttempt('A', 'not-yet', { state: 'unconfirmed', mayChargeUntil: NOW - HOUR, askAt: NOW + 1 }),
        makeAttempt('A', 'of-an-older-version', { state: 'unconfirmed', mayChargeUntil: NOW - 2 * HOUR }),
        makeAttempt('A', 'replaced', { state: 'replaced', mayChargeUntil: NOW - 1 }),
        makeAttempt('A', 'replaced-early', { state: 'replaced', mayChargeUntil: NOW + HOUR, askAt: NOW - 1 }),
        makeAttempt('A', 'replaced-now', { state: 'replaced', mayChargeUntil: NOW }),
        makeAttempt('A', 'replaced-endless', { state: 'replaced', openedAt: NOW - HOUR }),
        makeAttempt('A', 'replaced-endless-old', { state: 'replaced', openedAt: NOW - HOUR - 3 }),
        makeAttempt('A', 'ended', { state: 'charged', mayChargeUntil: NOW - HOUR, askAt: NOW - 1 }),
        makeAttempt('A', 'under-way', { mayChargeUntil: NOW + HOUR, askAt: NOW - 1 }),
      ];
      await write(context.ledger, 'A', { attempts });
      const { searches, attempts: over } = await context.ledger.listDue(NOW);
      assert.deepEqual(
        searches.map(({ attemptId }) => attemptId),
        ['of-an-older-version', 'replaced-endless-old', 'replaced-early', 'again', 'replaced'],
      );
      assert.deepEqual(over, []);
    });

    it('lists Pix charges to be asked about, and payments that are to be settled', async () => {
      await write(context.ledger, 'A', {
        pix: [makePix('A', 'p', { askAt: NOW }), makePix('A', 'q', { askAt: NOW + 1 }), makePix('A', 'r')],
        payments: [
          makePayment('A', 'new', { at: NOW }),
          makePayment('A', 'old', { at: NOW - 1, kind: 'extra' }),
          makePayment('A', 'settled', { settledAt: NOW }),
          makePayment('A', 'unclear', { kind: 'unclear' }),
          makePayment('A', 'returned', { returnedAt: NOW }),
        ],
      });
      const { pix, payments } = await context.ledger.listDue(NOW);
      assert.deepEqual(pix, [makePix('A', 'p', { askAt: NOW })]);
      assert.deepEqual(
        payments.map(({ paymentId }) => paymentId),
        ['old', 'new'],
      );
    });

    it('lists a hundred of each at most', async () => {
      const numbers = Array.from({ length: 101 }, (_, index) => index);
      await write(context.ledger, 'A', { pix: numbers.map((index) => makePix('A', `p${index}`, { askAt: NOW - index })) });
      const { pix } = await context.ledger.listDue(NOW);
      assert.equal(pix.length, 100);
      assert.equal(pix[0].chargeId, 'p100');
    });

    it('lists for a person what is unconfirmed, and what was replaced and is not known after its end', async () => {
      await write(context.ledger, 'A', {
        attempts: [
          makeAttempt('A', 'b', { state: 'unconfirmed', openedAt: NOW + 1 }),
          makeAttempt('A', 'a', { state: 'unconfirmed' }),
          makeAttempt('A', 'c'),
          makeAttempt('A', 'replaced', { state: 'replaced', openedAt: NOW + 2, mayChargeUntil: NOW + 9, askAt: NOW + 11 }),
          makeAttempt('A', 'replaced-endless', { state: 'replaced', openedAt: NOW + 3, askAt: NOW + 3 + HOUR + 2 }),
          makeAttempt('A', 'replaced-not-asked', { state: 'replaced', mayChargeUntil: NOW - HOUR }),
          makeAttempt('A', 'replaced-asked-before', { state: 'replaced', mayChargeUntil: NOW + 9, askAt: NOW + 10 }),
        ],
      });
      const { attempts } = await context.ledger.listUnresolved();
      assert.deepEqual(
        attempts.map(({ attemptId }) => attemptId),
        ['a', 'b', 'replaced', 'replaced-endless'],
      );
    });

    it('lists for a person what is unconfirmed before what was replaced, however old that is', async () => {
      await write(context.ledger, 'A', {
        attempts: [
          makeAttempt('A', 'replaced', { openedAt: NOW, state: 'replaced', mayChargeUntil: NOW + 9, askAt: NOW + 11 }),
          makeAttempt('A', 'newer', { openedAt: NOW + 2, state: 'unconfirmed' }),
          makeAttempt('A', 'older', { openedAt: NOW + 1, state: 'unconfirmed' }),
        ],
      });
      const { attempts } = await context.ledger.listUnresolved();
      assert.deepEqual(
        attempts.map(({ attemptId }) => attemptId),
        ['older', 'newer', 'replaced'],
      );
    });

    it('lists for a person what is short or unclear, and each payment of an order that was paid more than once', async () => {
      const orders = {
        once: [makePayment('once', 'once')],
        short: [makePayment('short', 'short', { kind: 'short', at: NOW + 1 })],
        unclear: [makePayment('unclear', 'unclear', { kind: 'unclear', at: NOW + 2 })],
        twice: [
          makePayment('twice', 'first', { at: NOW + 3 }),
          makePayment('twice', 'second', { kind: 'extra', at: NOW + 4, settledAt: NOW }),
        ],
        'first-went-back': [
          makePayment('first-went-back', 'f1', { returnedAt: NOW }),
          makePayment('first-went-back', 'f2', { kind: 'extra' }),
        ],
        'second-went-back': [
          makePayment('second-went-back', 's1'),
          makePayment('second-went-back', 's2', { kind: 'extra', returnedAt: NOW }),
        ],
        'beside-each-other': [
          makePayment('beside-each-other', 'b1', { returnedAt: NOW }),
          makePayment('beside-each-other', 'b2', { kind: 'extra', at: NOW + 5 }),
          makePayment('beside-each-other', 'b3', { kind: 'extra', at: NOW + 6 }),
        ],
      };
      for (const [orderId, payments] of Object.entries(orders)) await write(context.ledger, orderId, { payments });
      const { payments } = await context.ledger.listUnresolved();
      assert.deepEqual(
        payments.map(({ paymentId }) => paymentId),
        ['short', 'unclear', 'first', 'second', 'b2', 'b3'],
      );
      assert.deepEqual(payments[3], orders.twice[1]);
    });
  });
}
