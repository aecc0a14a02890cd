import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, NOW, createGate, makeCard, makePayment, write } from '../rows.mjs';

/**
 * What every ledger does with everything that is no order. `context` is filled before the first test.
 *
 * @param {import('../ledger-suite.mjs').LedgerContext} context
 */
export function describeOthers(context) {
  describe('counts', () => {
    it('begin with the first, end with their window, and begin again', async () => {
      assert.deepEqual(await context.ledger.readCount('k', NOW), { count: 0, leftMs: 0 });
      assert.deepEqual(await context.ledger.count('k', HOUR, NOW), { count: 1, leftMs: HOUR });
      assert.deepEqual(await context.ledger.count('k', HOUR, NOW + 10), { count: 2, leftMs: HOUR - 10 });
      assert.deepEqual(await context.ledger.count('other', HOUR, NOW), { count: 1, leftMs: HOUR });
      assert.deepEqual(await context.ledger.readCount('k', NOW + HOUR - 1), { count: 2, leftMs: 1 });
      assert.deepEqual(await context.ledger.readCount('k', NOW + HOUR), { count: 0, leftMs: 0 });
      assert.deepEqual(await context.ledger.count('k', HOUR, NOW + HOUR), { count: 1, leftMs: HOUR });
    });

    it('miss none of fifty at once', async () => {
      const counts = await Promise.all(Array.from({ length: 50 }, () => context.ledger.count('k', HOUR, NOW)));
      assert.equal(Math.max(...counts.map(({ count }) => count)), 50);
      assert.equal(new Set(counts.map(({ count }) => count)).size, 50);
    });

    it('go down by one, not below none, and not after their window', async () => {
      await context.ledger.discount('k', NOW);
      await context.ledger.count('k', HOUR, NOW);
      await context.ledger.discount('k', NOW + HOUR);
      assert.equal((await context.ledger.readCount('k', NOW)).count, 1);
      await context.ledger.discount('k', NOW);
      await context.ledger.discount('k', NOW);
      assert.deepEqual(await context.ledger.readCount('k', NOW), { count: 0, leftMs: HOUR });
    });
  });

  describe('a key', () => {
    it('is that of the first instance, until its end', async () => {
      const { ledger } = context;
      const keys = await Promise.all(Array.from({ length: 9 }, (_, index) => ledger.shareKey('address', `k${index}`, HOUR, NOW)));
      const [{ key }] = keys;
      assert.match(key, /^k[0-8]$/);
      for (const each of keys) assert.deepEqual(each, { key, endsAt: NOW + HOUR });
      assert.equal((await ledger.shareKey('other', 'o', HOUR, NOW)).key, 'o');
      assert.deepEqual(await ledger.shareKey('address', 'late', HOUR, NOW + HOUR - 1), { key, endsAt: NOW + HOUR });
      assert.deepEqual(await ledger.shareKey('address', 'next', HOUR, NOW + HOUR), { key: 'next', endsAt: NOW + 2 * HOUR });
    });
  });

  it('removes what has ended, and nothing else', async () => {
    const { ledger } = context;
    await ledger.shareKey('address', 'old', HOUR, NOW);
    await ledger.count('old', HOUR, NOW);
    await ledger.count('new', HOUR, NOW + 1);
    await ledger.removeExpired(NOW + HOUR);
    // Their windows have not ended by these earlier clocks: only what is gone begins anew.
    assert.equal((await ledger.readCount('old', NOW)).count, 0);
    assert.equal((await ledger.readCount('new', NOW)).count, 1);
    assert.equal((await ledger.shareKey('address', 'new', HOUR, NOW)).key, 'new');
  });

  describe('saved cards', () => {
    const listIds = async (customer) => (await context.ledger.listCards(customer)).map(({ cardId }) => cardId);

    it('are listed oldest first, as they were kept, each customer’s own', async () => {
      const card = makeCard('b', { validUntil: NOW, brand: 'unknown' });
      assert.equal(await context.ledger.keepCard('ana', card), true);
      assert.equal(await context.ledger.keepCard('ana', makeCard('a')), true);
      assert.equal(await context.ledger.keepCard('bia', makeCard('c')), true);
      assert.deepEqual(await context.ledger.listCards('ana'), [card, makeCard('a')]);
      assert.deepEqual(await listIds('caio'), []);
    });

    it('are replaced in their place, and never become another customer’s', async () => {
      for (const id of ['a', 'b']) await context.ledger.keepCard('ana', makeCard(id));
      assert.equal(await context.ledger.keepCard('ana', makeCard('a', { name: 'Nova' })), true);
      assert.equal(await context.ledger.keepCard('bia', makeCard('a', { name: 'Outra' })), false);
      assert.deepEqual(await context.ledger.listCards('ana'), [makeCard('a', { name: 'Nova' }), makeCard('b')]);
      assert.deepEqual(await listIds('bia'), []);
    });

    const findOwner = async (cardId) => (await context.ledger.findTokenizedCard(cardId))?.customer;

    it('have the brand that was read when they were tokenized, whatever a page calls them', async () => {
      await context.ledger.keepCard('ana', makeCard('a', { brand: 'elo' }));
      assert.equal(await context.ledger.claimCard('ana', 'a', 'visa'), true);
      await context.ledger.keepCard('ana', makeCard('a', { brand: 'elo' }));
      assert.deepEqual(await context.ledger.findTokenizedCard('a'), { customer: 'ana', brand: 'visa' });
      assert.equal(await context.ledger.claimCard('ana', 'b'), true);
      await context.ledger.keepCard('ana', makeCard('b', { brand: 'elo' }));
      assert.deepEqual(await context.ledger.findTokenizedCard('b'), { customer: 'ana' });
    });

    it('are nobody’s to be charged by being kept: a page’s word is no proof', async () => {
      await context.ledger.keepCard('ana', makeCard('a'));
      assert.equal(await findOwner('a'), undefined);
      await context.ledger.keepCard('ana', makeCard('a', { name: 'Nova' }));
      assert.equal(await findOwner('a'), undefined);
      await context.ledger.noteCardUse('ana', 'a', NOW);
      assert.equal(await findOwner('a'), undefined);
    });

    it('stay those of whoever claimed them, kept or not, and no other customer’s claim or word changes that', async () => {
      for (const keep of [false, true]) {
        const id = `claimed-${keep}`;
        assert.equal(await context.ledger.claimCard('ana', id), true);
        if (keep) assert.equal(await context.ledger.keepCard('ana', makeCard(id)), true);
        assert.equal(await context.ledger.keepCard('bia', makeCard(id)), false);
        assert.equal(await context.ledger.claimCard('bia', id), false);
        assert.equal(await findOwner(id), 'ana');
      }
      assert.deepEqual([await listIds('ana'), await listIds('bia')], [['claimed-true'], []]);
    });

    it('keep their place where their customer claims them after they were kept', async () => {
      for (const id of ['a', 'b']) await context.ledger.keepCard('ana', makeCard(id));
      assert.equal(await context.ledger.claimCard('ana', 'a'), true);
      assert.equal(await findOwner('a'), 'ana');
      assert.deepEqual(await context.ledger.listCards('ana'), [makeCard('a'), makeCard('b')]);
    });

    it('are no longer those of whoever kept them by a page’s word, once somebody else tokenized them', async () => {
      await context.ledger.keepCard('ana', makeCard('a'));
      await context.ledger.noteCardUse('ana', 'a', NOW);
      assert.equal(await context.ledger.claimCard('bia', 'a'), true);
      assert.deepEqual([await findOwner('a'), await listIds('ana'), await listIds('bia')], ['bia', [], []]);
      assert.equal(await context.ledger.keepCard('ana', makeCard('a')), false);
      assert.equal(await context.ledger.keepCard('bia', makeCard('a', { name: 'Da Bia' })), true);
      assert.deepEqual(await context.ledger.listCards('bia'), [makeCard('a', { name: 'Da Bia' })]);
    });

    it('are one customer’s where two claim one at once, and one’s where two keep one at once', async () => {
      const both = ['ana', 'bia'];
      const claimed = await Promise.all(both.map((customer) => context.ledger.claimCard(customer, 'a')));
      assert.equal(claimed.filter(Boolean).length, 1);
      assert.equal(await findOwner('a'), both[claimed.indexOf(true)]);
      const kept = await Promise.all(both.map((customer) => context.ledger.keepCard(customer, makeCard('b'))));
      assert.equal(kept.filter(Boolean).length, 1);
      assert.equal(await findOwner('b'), undefined);
    });

    it('are no longer anybody’s to be charged once they were removed', async () => {
      await context.ledger.claimCard('ana', 'a');
      await context.ledger.keepCard('ana', makeCard('a'));
      assert.equal(await context.ledger.removeCard('ana', 'a'), true);
      for (const customer of ['bia', 'ana']) {
        await context.ledger.keepCard(customer, makeCard('a'));
        assert.equal(await findOwner('a'), undefined);
      }
    });

    it('are somebody’s once they are claimed, and listed only once they are kept, behind the others', async () => {
      assert.equal(await context.ledger.claimCard('ana', 'a'), true);
      assert.equal(await context.ledger.claimCard('ana', 'a'), true);
      assert.equal(await context.ledger.keepCard('bia', makeCard('a')), false);
      assert.equal(await context.ledger.removeCard('ana', 'a'), false);
      assert.equal(await findOwner('a'), 'ana');
      assert.equal(await findOwner('none'), undefined);
      assert.deepEqual(await listIds('ana'), []);
      await context.ledger.keepCard('ana', makeCard('b'));
      await context.ledger.keepCard('ana', makeCard('a'));
      assert.deepEqual(await listIds('ana'), ['b', 'a']);
    });

    it('come first where they are like the one that was paid with last', async () => {
      for (const id of ['a', 'b', 'c']) await context.ledger.keepCard('ana', makeCard(id, { last4: id === 'a' ? '1111' : '2222' }));
      await context.ledger.noteCardUse('ana', 'c', NOW);
      assert.deepEqual(await listIds('ana'), ['b', 'c', 'a']);
      await context.ledger.noteCardUse('ana', 'a', NOW + 1);
      await context.ledger.noteCardUse('bia', 'c', NOW + 2);
      assert.deepEqual(await listIds('ana'), ['a', 'b', 'c']);
    });

    it('go one by one, by their customer alone', async () => {
      await context.ledger.keepCard('ana', makeCard('a'));
      assert.equal(await context.ledger.removeCard('bia', 'a'), false);
      assert.equal(await context.ledger.removeCard('ana', 'a'), true);
      assert.equal(await context.ledger.removeCard('ana', 'a'), false);
      assert.deepEqual(await listIds('ana'), []);
    });

    it('go with their customer, the claimed ones too', async () => {
      await context.ledger.keepCard('ana', makeCard('a'));
      await context.ledger.claimCard('ana', 'b');
      await context.ledger.keepCard('bia', makeCard('c'));
      await context.ledger.forgetCustomer('ana');
      assert.deepEqual([await listIds('ana'), await listIds('bia')], [[], ['c']]);
      assert.equal(await findOwner('b'), undefined);
    });

    it('are three hundred at most, however many are kept at once', async () => {
      for (let index = 0; index < 299; index += 1) await context.ledger.keepCard('ana', makeCard(`n${index}`));
      const kept = await Promise.all(Array.from({ length: 6 }, (_, index) => context.ledger.keepCard('ana', makeCard(`x${index}`))));
      assert.equal(kept.filter(Boolean).length, 1);
      assert.equal(await context.ledger.keepCard('ana', makeCard('n0', { name: 'Nova' })), true);
      assert.equal((await listIds('ana')).length, 300);
    });
  });

  describe('connections', () => {
    const connection = { sealed: 'sealed-1', changedAt: NOW };

    it('are there once they are saved, before the work goes on', async () => {
      assert.equal(await context.ledger.readConnection('main'), undefined);
      const result = await context.ledger.withConnection('main', async (known, save) => {
        assert.equal(known, undefined);
        assert.equal(await context.ledger.readConnection('main'), undefined);
        await save(connection);
        assert.deepEqual(await context.ledger.readConnection('main'), connection);
        await save({ ...connection, broken: 'revoked' });
        return 'done';
      });
      assert.equal(result, 'done');
      assert.deepEqual(await context.ledger.readConnection('main'), { ...connection, broken: 'revoked' });
      await context.ledger.withConnection('main', async (known, save) => {
        assert.deepEqual(known, { ...connection, broken: 'revoked' });
        await save(connection);
      });
      assert.deepEqual(await context.ledger.readConnection('main'), connection);
    });

    it('keep what was saved where the work then throws, and are free again', async () => {
      const work = context.ledger.withConnection('main', async (_, save) => {
        await save(connection);
        throw new Error('refused');
      });
      await assert.rejects(work, /refused/);
      assert.deepEqual(await context.ledger.withConnection('main', async (known) => known), connection);
    });

    it('are worked with by one at a time, each seeing what the one before saved', async () => {
      let busy = 0;
      const add = () =>
        context.ledger.withConnection('main', async (known, save) => {
          busy += 1;
          assert.equal(busy, 1);
          await new Promise((resolve) => setImmediate(resolve));
          await save({ sealed: `${known?.sealed ?? ''}x`, changedAt: NOW });
          busy -= 1;
        });
      await Promise.all(Array.from({ length: 10 }, add));
      assert.equal((await context.ledger.readConnection('main'))?.sealed, 'x'.repeat(10));
    });

    it('are locks alone where nothing is saved, and leave nothing behind', async () => {
      let made = 0;
      const makeOnce = () =>
        context.ledger.withConnection('boleto A', async (known) => {
          assert.equal(known, undefined);
          await new Promise((resolve) => setImmediate(resolve));
          made += 1;
        });
      await Promise.all(Array.from({ length: 10 }, makeOnce));
      assert.equal(made, 10);
      await assert.rejects(
        context.ledger.withConnection('boleto A', () => Promise.reject(new Error('no bank'))),
        /no bank/,
      );
      if (context.query) assert.deepEqual(await context.query('SELECT name FROM balcao_connections'), []);
    });

    it('do not wait for one of another name', async () => {
      const gate = createGate();
      const held = context.ledger.withConnection('main', () => gate.passed);
      assert.equal(await context.ledger.withConnection('other', async () => 'free'), 'free');
      gate.pass();
      await held;
    });

    it('lose nothing of other work while one is held', async () => {
      await context.ledger.withConnection('main', async () => {
        await write(context.ledger, 'A', { payments: [makePayment('A', 'x')] });
        assert.equal(await context.ledger.settle('x', async () => {}, { now: NOW, isDelivered: false }), true);
      });
    });
  });

  describe('sign-ins', () => {
    it('are good for one use, by one of many', async () => {
      const signIn = { key: 'k', sealed: 's', endsAt: NOW + 1 };
      await context.ledger.addSignIn(signIn);
      const used = await Promise.all(Array.from({ length: 5 }, () => context.ledger.consumeSignIn('k', NOW)));
      assert.deepEqual(
        used.filter((each) => each !== undefined),
        [signIn],
      );
    });

    it('are good until their end', async () => {
      await context.ledger.addSignIn({ key: 'k', sealed: 's', endsAt: NOW });
      assert.equal(await context.ledger.consumeSignIn('k', NOW), undefined);
    });
  });

  describe('announcements', () => {
    it('reach whoever subscribed to the charge, until it unsubscribes', async () => {
      const heard = [];
      const waiting = [];
      const next = () => new Promise((resolve) => waiting.push(resolve));
      const note = (word) => () => {
        heard.push(word);
        for (const resolve of waiting.splice(0)) resolve();
      };
      // A database says once more, when it begins to listen, that something may have been missed.
      const begun = context.ledger.subscribe('marker', note('marker'));
      if (context.query) await next();
      heard.length = 0;
      const stop = context.ledger.subscribe('p', note('p'));
      context.ledger.subscribe('q', note('q'));
      let told = next();
      await context.ledger.announce('p');
      await told;
      assert.deepEqual(heard, ['p']);
      stop();
      await context.ledger.announce('p');
      told = next();
      await context.ledger.announce('q');
      await told;
      assert.deepEqual(heard, ['p', 'q']);
      begun();
    });
  });
}
