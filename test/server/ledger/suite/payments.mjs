import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presentFields } from '../../../../src/domain/present-fields.ts';
import { planSearch } from '../../../../src/server/orders/order-state.ts';
import { GRACE_MS, planPixQuery } from '../../../../src/server/orders/pix-charges.ts';
import { HOUR, HYBRID, MINUTE, NOW, makeAttempt, makePayment, makePix, write } from '../rows.mjs';

/**
 * What every ledger does with payments, and lists for whoever looks after them. `context` is filled before the first test.
 *
 * @param {import('../ledger-suite.mjs').LedgerContext} context
 * @param {{ hasSql: boolean }} options
 */
export function describePayments(context, { hasSql }) {
  const countDeliveries = async () => (await context.ledger.listWaiting(NOW)).find(({ work }) => work === 'deliveries')?.count ?? 0;

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
      assert.deepEqual(await context.ledger.listWaiting(NOW), []);
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
      assert.equal(await countDeliveries(), 0);
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
      assert.equal(await countDeliveries(), 2);
      const first = await context.ledger.claimDelivery(NOW + 10, LEASE);
      assert.deepEqual([first?.payment.paymentId, first?.payment.settledAt, first?.tries], ['x', NOW, 0]);
      assert.equal((await context.ledger.claimDelivery(NOW + 10, LEASE))?.payment.paymentId, 'y');
      assert.equal(await context.ledger.claimDelivery(NOW + 10, LEASE), undefined);
      await context.ledger.endDelivery('x');
      await context.ledger.endDelivery('y');
      assert.equal(await countDeliveries(), 0);
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

    it('may be claimed for the first time alone', async () => {
      await fill('x', 'y');
      await context.ledger.claimDelivery(NOW, LEASE);
      const claim = (options) => context.ledger.claimDelivery(NOW + LEASE, LEASE, options);
      assert.equal((await claim({ isNew: true }))?.payment.paymentId, 'y');
      assert.equal(await claim({ isNew: true }), undefined);
      assert.equal((await claim())?.payment.paymentId, 'x');
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
    /** @param {(ledger: typeof context.ledger) => Promise<readonly { attemptId: string }[]>} claim */
    const listIds = async (claim) => (await claim(context.ledger)).map(({ attemptId }) => attemptId).toSorted();

    it('makes attempts unconfirmed whose time is over, and those without an end after an hour, once', async () => {
      const attempts = [
        makeAttempt('A', 'endless', { openedAt: NOW - HOUR - 1 }),
        makeAttempt('A', 'endless-new', { openedAt: NOW - HOUR }),
        makeAttempt('A', 'late', { mayChargeUntil: NOW - 1, state: 'sent', askAt: NOW + HOUR }),
        makeAttempt('B', 'later', { mayChargeUntil: NOW - 2 }),
        makeAttempt('A', 'now', { mayChargeUntil: NOW }),
        makeAttempt('A', 'ended', { mayChargeUntil: NOW - 1, state: 'declined' }),
        makeAttempt('A', 'known', { mayChargeUntil: NOW - 1, state: 'unconfirmed', askAt: NOW + HOUR }),
      ];
      for (const id of ['A', 'B']) await write(context.ledger, id, { attempts: attempts.filter(({ orderId }) => orderId === id) });
      assert.deepEqual(await context.ledger.listWaiting(NOW), [{ work: 'expired', count: 3, since: NOW - 2, failing: 0 }]);
      assert.deepEqual(await listIds((ledger) => ledger.expireAttempts(NOW)), ['endless', 'late', 'later']);
      assert.deepEqual(await context.ledger.expireAttempts(NOW), []);
      assert.deepEqual(
        await context.ledger.findAttempt('late'),
        makeAttempt('A', 'late', { mayChargeUntil: NOW - 1, state: 'unconfirmed' }),
      );
      // Each of them is searched for once at its end.
      const searches = await context.ledger.claimSearches(NOW, 10);
      assert.deepEqual(
        searches
          .filter(({ isFirst }) => isFirst)
          .map(({ attempt }) => attempt.attemptId)
          .toSorted(),
        ['endless', 'late', 'later'],
      );
    });

    it('hands searches out, at the end of an attempt and whenever it is to be asked about again, each once', async () => {
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
      const claimed = await context.ledger.claimSearches(NOW, 10);
      const due = ['again', 'of-an-older-version', 'replaced', 'replaced-early', 'replaced-endless-old'];
      assert.deepEqual(claimed.map(({ attempt }) => attempt.attemptId).toSorted(), due);
      for (const { attempt } of claimed) {
        const { askAt: _, ...before } = attempts.find(({ attemptId }) => attemptId === attempt.attemptId) ?? assert.fail();
        assert.deepEqual(attempt, { ...before, askAt: planSearch(attempt, NOW) });
        assert.deepEqual(await context.ledger.findAttempt(attempt.attemptId), attempt);
      }
      assert.deepEqual(await context.ledger.claimSearches(NOW, 10), []);
    });

    for (const [what, ageMs] of /** @type {const} */ ([
      ['young', MINUTE],
      ['older', 30 * MINUTE],
      ['old', 5 * HOUR],
      ['very old', 100 * HOUR],
    ])) {
      it(`plans the next turn of a ${what} attempt and of a ${what} code by the rules of all ledgers`, async () => {
        const createdAt = NOW - ageMs;
        const attempts = [
          makeAttempt('A', 'before', { state: 'replaced', openedAt: createdAt, mayChargeUntil: NOW + 10, askAt: NOW }),
          makeAttempt('A', 'after', { state: 'replaced', openedAt: createdAt, mayChargeUntil: NOW - 10, askAt: NOW }),
          makeAttempt('A', 'endless', { state: 'unconfirmed', openedAt: createdAt, askAt: NOW }),
        ];
        const pix = [
          makePix('A', 'ending', { createdAt, expiresAt: NOW - 10 * MINUTE + 5, askAt: NOW }),
          makePix('A', 'over', { createdAt, expiresAt: NOW - HOUR, askAt: NOW }),
          makePix('A', 'endless', { createdAt, askAt: NOW }),
          makePix('A', 'paid', { createdAt, status: 'paid', askAt: NOW }),
        ];
        await write(context.ledger, 'A', { attempts, pix });
        await context.ledger.claimSearches(NOW, 10);
        await context.ledger.claimPixQueries(NOW, 10);
        const order = await context.ledger.read('A');
        assert.deepEqual(
          order.attempts.map(({ askAt }) => askAt),
          attempts.map((attempt) => planSearch(attempt, NOW)),
        );
        assert.deepEqual(
          order.pix.map(({ askAt }) => askAt),
          pix.map((charge) => planPixQuery(charge, NOW, false).askAt),
        );
      });
    }

    it('hands out about as many searches as were asked for, those that have waited longest first', async () => {
      for (const index of [3, 1, 2, 0]) {
        await write(context.ledger, `O${index}`, {
          attempts: [makeAttempt(`O${index}`, `a${index}`, { state: 'unconfirmed', mayChargeUntil: NOW - HOUR, askAt: NOW - 10 + index })],
        });
      }
      const claim = async () => (await context.ledger.claimSearches(NOW, 2)).map(({ attempt }) => attempt.attemptId).toSorted();
      assert.deepEqual([await claim(), await claim(), await claim()], [['a0', 'a1'], ['a2', 'a3'], []]);
    });

    it('gives each search to one of many who claim at once', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `a${index}`);
      for (const id of ids) {
        await write(context.ledger, `order-${id}`, {
          attempts: [makeAttempt(`order-${id}`, id, { state: 'unconfirmed', mayChargeUntil: NOW - 1 })],
        });
      }
      /** @type {string[]} */
      const found = [];
      const work = async () => {
        for (;;) {
          const claimed = await context.ledger.claimSearches(NOW, 1);
          if (claimed.length === 0) return;
          found.push(...claimed.map(({ attempt }) => attempt.attemptId));
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      await work();
      assert.deepEqual(found.toSorted(), ids);
    });

    it('hands out queries about Pix codes', async () => {
      await write(context.ledger, 'A', {
        pix: [makePix('A', 'p', { askAt: NOW }), makePix('A', 'q', { askAt: NOW + 1 }), makePix('A', 'r')],
      });
      const claimed = await context.ledger.claimPixQueries(NOW, 10);
      assert.deepEqual(claimed, [makePix('A', 'p', { ...planPixQuery(makePix('A', 'p'), NOW, false) })]);
      assert.deepEqual(await context.ledger.claimPixQueries(NOW, 10), []);
    });

    it('hands out queries about boletos every six hours, and about a paid one while its other code may be paid', async () => {
      const { brCode: _, ...plain } = HYBRID;
      /** @type {Partial<import('../../../../src/server/index.ts').PixRecord>} */
      const common = { askAt: NOW, createdAt: NOW - MINUTE, expiresAt: NOW + 3 * HOUR };
      const long = { ...common, boleto: HYBRID, expiresAt: NOW + 99 * HOUR };
      const charges = [
        makePix('A', 'boleto:1', long),
        makePix('A', 'boleto:2', { ...long, status: 'paid' }),
        makePix('A', 'boleto:3', { ...long, boleto: plain, status: 'paid' }),
        makePix('A', 'boleto:4', { ...common, boleto: HYBRID }),
        makePix('A', 'boleto:5', { ...common, boleto: plain, expiresAt: NOW - HOUR }),
      ];
      await write(context.ledger, 'A', { pix: charges });
      const claimed = await context.ledger.claimPixQueries(NOW, 10);
      const planned = charges.map((charge) => presentFields({ ...charge, askAt: planPixQuery(charge, NOW, false).askAt }));
      assert.deepEqual(
        claimed.toSorted((one, other) => one.chargeId.localeCompare(other.chargeId)),
        planned,
      );
      assert.deepEqual(
        planned.map(({ askAt }) => askAt && askAt - NOW),
        [6 * HOUR, 6 * HOUR, undefined, 3 * HOUR + GRACE_MS, 6 * HOUR],
      );
    });

    it('hands out payments that are to be settled, the oldest first, and each again once its lease is over, and less and less often', async () => {
      await write(context.ledger, 'A', {
        payments: [
          makePayment('A', 'new', { at: NOW }),
          makePayment('A', 'old', { at: NOW - 1, kind: 'extra' }),
          makePayment('A', 'settled', { settledAt: NOW }),
          makePayment('A', 'unclear', { kind: 'unclear' }),
          makePayment('A', 'returned', { returnedAt: NOW }),
        ],
      });
      const claim = async (at) => (await context.ledger.claimSettling(at, MINUTE)).map(({ paymentId }) => paymentId);
      assert.deepEqual([await claim(NOW), await claim(NOW + 1), await claim(NOW + 1)], [['old'], ['new'], []]);
      assert.deepEqual(await claim(NOW + MINUTE - 1), []);
      assert.deepEqual([await claim(NOW + MINUTE), await claim(NOW + MINUTE)], [['old'], []]);
      assert.deepEqual(await claim(NOW + MINUTE + 1), ['new']);
      assert.deepEqual(await claim(NOW + 3 * MINUTE - 1), []);
      await context.ledger.settle('old', async () => {}, { now: NOW, isDelivered: false });
      assert.deepEqual([await claim(NOW + 4 * MINUTE), await claim(NOW + 4 * MINUTE)], [['new'], []]);
    });

    it('says what waits, since when, and how much of it has failed', async () => {
      await write(context.ledger, 'A', {
        attempts: [makeAttempt('A', 'lost', { state: 'unconfirmed', mayChargeUntil: NOW - HOUR })],
        pix: [makePix('A', 'p', { askAt: NOW - 3 }), makePix('A', 'q', { askAt: NOW - 2 })],
        payments: [makePayment('A', 'x', { at: NOW - 8 }), makePayment('A', 'y', { at: NOW - 9 }), makePayment('A', 'z')],
      });
      await context.ledger.settle('z', async () => {}, { now: NOW - 5, isDelivered: true });
      await context.ledger.noteFailure('settled', 'x', NOW);
      await context.ledger.noteFailure('deliveries', 'z', NOW);
      await context.ledger.noteFailure('deliveries', 'nothing-that-is-due', NOW);
      assert.deepEqual(await context.ledger.listWaiting(NOW), [
        { work: 'settled', count: 2, since: NOW - 9, failing: 1 },
        { work: 'deliveries', count: 1, since: NOW - 5, failing: 1 },
        { work: 'searches', count: 1, since: NOW - HOUR + 1, failing: 0 },
        { work: 'pix', count: 2, since: NOW - 3, failing: 0 },
      ]);
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
