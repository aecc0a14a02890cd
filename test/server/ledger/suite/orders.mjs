import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putAttempt } from '../../../../src/server/orders/order-state.ts';
import { HOUR, HYBRID, NOW, changePayment, makeAttempt, makePayment, makePix, open, write } from '../rows.mjs';

/**
 * What every ledger does with orders and their rows. `context` is filled before the first test.
 *
 * @param {import('../ledger-suite.mjs').LedgerContext} context
 */
export function describeOrders(context) {
  describe('orders', () => {
    it('knows nothing of an order that nothing was written of', async () => {
      assert.deepEqual(await context.ledger.read('A'), { orderId: 'A', attempts: [], pix: [], payments: [] });
    });

    it('gives back every field of every row as it was written', async () => {
      const told = { state: 'declined', at: NOW + 4, identifier: 'ch-0', last4: '1111', cardId: 'card-1', installments: 12 };
      const attempts = [
        makeAttempt('A', 'full', {
          method: 'saved-card',
          via: 'relay',
          state: 'charged',
          mayChargeUntil: NOW + HOUR,
          sentAt: NOW + 1,
          endedAt: NOW + 2,
          endedBy: 'records',
          identifier: 'ch-1',
          guess: 'ch-2',
          repeats: { count: 2, since: NOW },
          askAt: NOW + 5,
          told,
        }),
        makeAttempt('A', 'bare', { told: { state: 'failed', at: NOW } }),
      ];
      const pix = [
        makePix('A', 'full', { amountCents: 14_000, expiresAt: NOW + HOUR, status: 'paid', answeredAt: NOW, askAt: NOW + 1 }),
        makePix('A', 'bare'),
        makePix('A', 'boleto:full', { boleto: HYBRID }),
        makePix('A', 'boleto:bare', { boleto: { line: HYBRID.line, dueDate: HYBRID.dueDate, payableUntil: NOW } }),
      ];
      /** @type {Partial<import('../../../../src/server/index.ts').PaymentRecord>} */
      const full = { kind: 'extra', method: 'pix', identifier: 'full', by: 'status', settledAt: NOW + 3, returnedAt: NOW + 4 };
      const payments = [makePayment('A', 'full', full), makePayment('A', 'zero', { amountCents: 0, by: 'person', kind: 'short' })];
      await write(context.ledger, 'A', { holder: 'bare', attempts, pix, payments });

      assert.deepEqual(await context.ledger.read('A'), { orderId: 'A', holder: 'bare', attempts, pix, payments });
      assert.deepEqual(await context.ledger.findAttempt('full'), attempts[0]);
      assert.deepEqual(await context.ledger.findPixCharge('bare'), pix[1]);
      assert.deepEqual(await context.ledger.findPayment('zero'), payments[1]);
      assert.equal(await context.ledger.findAttempt('none'), undefined);
      assert.equal(await context.ledger.findPixCharge('none'), undefined);
      assert.equal(await context.ledger.findPayment('none'), undefined);
    });

    it('keeps rows in the order in which they came, whatever changes in them', async () => {
      for (const id of ['c', 'a', 'b']) await write(context.ledger, 'A', { attempts: [makeAttempt('A', id)] });
      await context.ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, attempts: order.attempts.map((row) => (row.attemptId === 'c' ? { ...row, state: 'declined' } : row)) },
      }));
      const { attempts } = await context.ledger.read('A');
      assert.deepEqual(
        attempts.map(({ attemptId, state }) => [attemptId, state]),
        [
          ['c', 'declined'],
          ['a', 'open'],
          ['b', 'open'],
        ],
      );
    });

    it('returns what the decision says, and leaves an order that it does not change as it was', async () => {
      assert.equal(await context.ledger.change('A', (order) => ({ result: 'looked', order })), 'looked');
      assert.equal(await context.ledger.change('A', (order) => ({ result: 'copied', order: { ...order } })), 'copied');
      assert.equal(await context.ledger.removeBefore(NOW * 2, NOW), 0);
    });

    it('tells a decision what time it is by its own clock, which it also tells who asks', async () => {
      const before = await context.ledger.now();
      const decided = await context.ledger.change('A', (order, now) => ({ result: now, order }));
      const after = await context.ledger.now();
      assert.ok(before <= decided && decided <= after, `${before} ${decided} ${after}`);
      await write(context.ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
      assert.ok((await context.ledger.change('A', (order, now) => ({ result: now, order }))) >= after);
    });

    it('takes fields back that the decision takes back', async () => {
      await write(context.ledger, 'A', { holder: 'a', pix: [makePix('A', 'p', { askAt: NOW })] });
      await context.ledger.change('A', ({ orderId, attempts, payments }) => ({
        result: undefined,
        order: { orderId, attempts, payments, pix: [makePix('A', 'p')] },
      }));
      assert.deepEqual(await context.ledger.read('A'), { orderId: 'A', attempts: [], pix: [makePix('A', 'p')], payments: [] });
    });

    it('keeps a boleto whatever becomes of it', async () => {
      await write(context.ledger, 'A', { pix: [makePix('A', 'boleto:1', { boleto: HYBRID })] });
      await context.ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, pix: order.pix.map((charge) => ({ ...charge, status: 'paid' })) },
      }));
      const expected = makePix('A', 'boleto:1', { boleto: HYBRID, status: 'paid' });
      assert.deepEqual((await context.ledger.read('A')).pix, [expected]);
      assert.deepEqual(await context.ledger.findPixCharge('boleto:1'), expected);
    });

    it('deletes nothing that a decision leaves out', async () => {
      const rows = { attempts: [makeAttempt('A', 'a')], pix: [makePix('A', 'p')], payments: [makePayment('A', 'x')] };
      await write(context.ledger, 'A', rows);
      await context.ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, holder: 'a', attempts: [], pix: [], payments: [] },
      }));
      assert.deepEqual(await context.ledger.read('A'), { orderId: 'A', holder: 'a', ...rows });
    });

    it('changes nothing where the decision throws', async () => {
      await assert.rejects(
        context.ledger.change('A', () => {
          throw new Error('undecided');
        }),
        /undecided/,
      );
      assert.deepEqual((await context.ledger.read('A')).attempts, []);
    });

    it('refuses a row of another order', async () => {
      await assert.rejects(write(context.ledger, 'A', { attempts: [makeAttempt('B', 'b')] }), /another order/);
      assert.equal(await context.ledger.findAttempt('b'), undefined);
    });

    it('hands out rows that nobody can change it by', async () => {
      await write(context.ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
      (await context.ledger.read('A')).attempts[0].state = 'charged';
      const found = await context.ledger.findAttempt('a');
      assert.ok(found);
      found.state = 'charged';
      assert.equal((await context.ledger.read('A')).attempts[0].state, 'open');
    });

    it('lets one of fifty open an order', async () => {
      const won = await Promise.all(Array.from({ length: 50 }, (_, index) => open(context.ledger, 'A', `a-${index}`)));
      const { holder, attempts } = await context.ledger.read('A');
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(
        attempts.map(({ attemptId }) => attemptId),
        [holder],
      );
    });
  });

  describe('the tries of a sender', () => {
    const limits = { session: 's1', address: 'a1', since: NOW - HOUR, mostPerSession: 10, mostPerAddress: 30 };
    const none = { declined: 0, underWay: 0 };
    const count = (more = {}) => context.ledger.change('none', (order, _, tries) => ({ result: tries, order }), { ...limits, ...more });
    /** An attempt by the relay on an order of its own. */
    const tryCard = (id, more = {}) =>
      write(context.ledger, id, {
        attempts: [makeAttempt(id, `${id}-attempt`, { session: 's1', via: 'relay', state: 'sent', address: 'a1', ...more })],
      });
    const end = (id, state) =>
      context.ledger.change(id, (order) => ({ result: undefined, order: putAttempt(order, { ...order.attempts[0], state }) }));

    it('are none any more once they expire, and the address is gone', async () => {
      await tryCard('old', { mayChargeUntil: NOW + 1 });
      assert.equal((await count()).address.underWay, 1);
      assert.deepEqual(await context.ledger.expireAttempts(NOW + 2), [{ orderId: 'old', attemptId: 'old-attempt' }]);
      assert.deepEqual(await count(), { session: none, address: none });
      assert.equal((await context.ledger.findAttempt('old-attempt'))?.address, undefined);
    });

    it('are none of whoever has tried nothing, and none where nobody asks', async () => {
      assert.deepEqual(await count(), { session: none, address: none });
      await tryCard('A');
      assert.deepEqual(await context.ledger.change('none', (order, _, tries) => ({ result: tries, order })), {
        session: none,
        address: none,
      });
    });

    it('are what is under way, and then only what was declined', async () => {
      const states = ['declined', 'charged', 'failed', 'not-charged', 'unconfirmed'];
      for (const state of states) await tryCard(state);
      const all = { declined: 0, underWay: states.length };
      assert.deepEqual(await count(), { session: all, address: all });
      for (const state of states) await end(state, state);
      const one = { declined: 1, underWay: 0, firstAt: NOW };
      assert.deepEqual(await count(), { session: one, address: one });
      assert.deepEqual((await context.ledger.read('charged')).attempts[0].address, undefined);
    });

    it('are those of the session and of the address alone, since the instant that is asked', async () => {
      await tryCard('A', { address: 'a2', state: 'declined' });
      await tryCard('B', { session: 's2', state: 'declined' });
      await tryCard('C', { openedAt: NOW - HOUR, state: 'declined' });
      const one = { declined: 1, underWay: 0, firstAt: NOW };
      assert.deepEqual(await count(), { session: one, address: one });
      const { address: _, ...unknown } = limits;
      const asked = context.ledger.change('none', (order, __, tries) => ({ result: tries, order }), unknown);
      assert.deepEqual(await asked, { session: one, address: none });
    });

    it('are a page’s word of its own token, too, unless it was charged', async () => {
      const told = { state: 'declined', at: NOW };
      for (const state of ['open', 'replaced', 'charged']) await tryCard(state, { via: 'token', state, told });
      await tryCard('sent', { via: 'relay', state: 'failed', told });
      assert.equal((await count()).session.declined, 2);
    });

    it('have no address any more once that is forgotten', async () => {
      await tryCard('A', { state: 'declined', openedAt: NOW - 1 });
      await tryCard('B', { state: 'declined' });
      await context.ledger.forgetAddresses(NOW - 1);
      const { session, address } = await count();
      assert.deepEqual([session.declined, address.declined], [2, 1]);
      const known = await Promise.all(['A', 'B'].map((id) => context.ledger.read(id)));
      assert.deepEqual(
        known.map(({ attempts }) => attempts[0].address),
        [undefined, 'a1'],
      );
    });

    it('are no more than a limit where forty of one session come at once, each for another order', async () => {
      const tryOnce = (id) =>
        context.ledger.change(
          id,
          (order, _, { session }) => {
            if (session.declined + session.underWay >= 10) return { result: false, order };
            const attempt = makeAttempt(id, `${id}-attempt`, { session: 's1', via: 'relay', state: 'sent' });
            return { result: true, order: putAttempt(order, attempt) };
          },
          limits,
        );
      const tried = await Promise.all(Array.from({ length: 40 }, (_, index) => tryOnce(`order-${index}`)));
      assert.equal(tried.filter(Boolean).length, 10);
      assert.equal((await count()).session.underWay, 10);
    });

    it('are no more than a limit where forty of one address come at once, each from another session', async () => {
      for (const mostPerAddress of [30, 5]) {
        const address = `a-${mostPerAddress}`;
        const tryOnce = (index) => {
          const session = `s-${index}`;
          const id = `${address}-${session}`;
          return context.ledger.change(
            id,
            (order, _, tries) => {
              if (tries.address.underWay >= mostPerAddress) return { result: false, order };
              const attempt = makeAttempt(id, id, { session, address, via: 'relay', state: 'sent' });
              return { result: true, order: putAttempt(order, attempt) };
            },
            { ...limits, session, address, mostPerSession: 100, mostPerAddress },
          );
        };
        const tried = await Promise.all(Array.from({ length: 40 }, (_, index) => tryOnce(index)));
        assert.equal(tried.filter(Boolean).length, mostPerAddress);
        assert.equal((await count({ address })).address.underWay, mostPerAddress);
      }
    });
  });

  describe('what is another order’s', () => {
    const isConflict = { name: 'LedgerConflict' };

    it('refuses an attempt, a Pix charge and a payment, and writes nothing of the change', async () => {
      await write(context.ledger, 'A', {
        attempts: [makeAttempt('A', 'a')],
        pix: [makePix('A', 'p')],
        payments: [makePayment('A', 'x')],
      });
      for (const rows of [
        { attempts: [makeAttempt('B', 'new'), makeAttempt('B', 'a')] },
        { attempts: [makeAttempt('B', 'new')], pix: [makePix('B', 'p')] },
        { attempts: [makeAttempt('B', 'new')], payments: [makePayment('B', 'x')] },
      ]) {
        await assert.rejects(write(context.ledger, 'B', rows), isConflict);
        assert.deepEqual((await context.ledger.read('B')).attempts, []);
        assert.equal(await context.ledger.findAttempt('new'), undefined);
      }
    });

    it('refuses a second card payment and a second Pix payment of one identifier', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x', { identifier: '7' })] });
      await write(context.ledger, 'A', { payments: [makePayment('A', 'pix-7', { identifier: '7', method: 'pix' })] });
      await assert.rejects(
        write(context.ledger, 'B', { payments: [makePayment('B', 'y', { identifier: '7', method: 'saved-card' })] }),
        isConflict,
      );
      await assert.rejects(
        write(context.ledger, 'B', { payments: [makePayment('B', 'z', { identifier: '7', method: 'pix' })] }),
        isConflict,
      );
      await assert.rejects(write(context.ledger, 'A', { payments: [makePayment('A', 'w', { identifier: '7' })] }), isConflict);
      assert.deepEqual((await context.ledger.read('B')).payments, []);
    });

    it('writes several payments by one boleto, whatever else has its identifier', async () => {
      /** @type {Partial<import('../../../../src/server/index.ts').PaymentRecord>} */
      const boleto = { method: 'boleto', identifier: '7' };
      await write(context.ledger, 'A', { payments: [makePayment('A', 'boleto-7', boleto), makePayment('A', 'boleto-7+2', boleto)] });
      await write(context.ledger, 'B', { payments: [makePayment('B', 'x', { identifier: '7' })] });
      await write(context.ledger, 'B', { payments: [makePayment('B', 'pix-7', { identifier: '7', method: 'pix' })] });
      await assert.rejects(write(context.ledger, 'B', { payments: [makePayment('B', 'boleto-7', boleto)] }), isConflict);
      assert.deepEqual((await context.ledger.read('A')).payments.length, 2);
    });

    it('refuses an identifier that a payment gets later', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x', { identifier: '7' })] });
      await write(context.ledger, 'B', { payments: [makePayment('B', 'y')] });
      await assert.rejects(changePayment(context.ledger, 'B', 'y', { identifier: '7' }), isConflict);
      assert.deepEqual((await context.ledger.read('B')).payments, [makePayment('B', 'y')]);
    });

    it('writes any number of payments without an identifier', async () => {
      await write(context.ledger, 'A', { payments: [makePayment('A', 'x'), makePayment('A', 'y', { kind: 'extra' })] });
      assert.equal((await context.ledger.read('A')).payments.length, 2);
    });
  });

  describe('forgetting', () => {
    /** @type {Partial<import('../../../../src/server/index.ts').AttemptRecord>} */
    const ENDED = { state: 'declined', endedAt: NOW + 5, endedBy: 'relay' };

    it('removes an order that ended, its last change before the instant, and what is keyed by it', async () => {
      await write(context.ledger, 'A', {
        attempts: [makeAttempt('A', 'a', ENDED)],
        pix: [makePix('A', 'p')],
        payments: [makePayment('A', 'x', { identifier: '7' })],
      });
      await context.ledger.settle('x', async () => {}, { now: NOW + 9, isDelivered: false });
      assert.equal(await context.ledger.removeBefore(NOW + 9, NOW), 0);
      assert.equal(await context.ledger.removeBefore(NOW + 10, NOW), 1);
      assert.deepEqual(await context.ledger.read('A'), { orderId: 'A', attempts: [], pix: [], payments: [] });
      await write(context.ledger, 'B', { attempts: [makeAttempt('B', 'a')], payments: [makePayment('B', 'x', { identifier: '7' })] });
    });

    it('leaves an order with anything that is not over', async () => {
      const unfinished = {
        open: { attempts: [makeAttempt('open', 'a1')] },
        sent: { attempts: [makeAttempt('sent', 'a2', { state: 'sent' })] },
        unconfirmed: { attempts: [makeAttempt('unconfirmed', 'a3', { state: 'unconfirmed' })] },
        replaced: { attempts: [makeAttempt('replaced', 'a4', { state: 'replaced' })] },
        asked: { pix: [makePix('asked', 'p1', { askAt: NOW })] },
        unsettled: { payments: [makePayment('unsettled', 'x1')] },
        extra: { payments: [makePayment('extra', 'x2', { kind: 'extra', settledAt: NOW })] },
      };
      for (const [orderId, rows] of Object.entries(unfinished)) await write(context.ledger, orderId, rows);
      await write(context.ledger, 'undelivered', { payments: [makePayment('undelivered', 'x3')] });
      await context.ledger.settle('x3', async () => {}, { now: NOW, isDelivered: true });
      await write(context.ledger, 'returned', { payments: [makePayment('returned', 'x4', { kind: 'unclear', returnedAt: NOW })] });
      assert.equal(await context.ledger.removeBefore(NOW * 2, NOW), 1);
      assert.equal((await context.ledger.read('returned')).payments.length, 0);
      await context.ledger.endDelivery('x3');
      assert.equal(await context.ledger.removeBefore(NOW * 2, NOW), 1);
    });

    it('removes sign-ins and counts that are over, and no others', async () => {
      await context.ledger.addSignIn({ key: 'over', sealed: 's', endsAt: NOW });
      await context.ledger.addSignIn({ key: 'good', sealed: 's', endsAt: NOW + 1 });
      await context.ledger.count('over', HOUR, NOW - HOUR);
      await context.ledger.count('good', HOUR, NOW);
      await context.ledger.removeBefore(NOW, NOW);
      assert.equal(await context.ledger.consumeSignIn('over', 0), undefined);
      assert.ok(await context.ledger.consumeSignIn('good', NOW));
      assert.equal((await context.ledger.readCount('over', NOW - HOUR)).count, 0);
      assert.equal((await context.ledger.readCount('good', NOW)).count, 1);
    });
  });
}
