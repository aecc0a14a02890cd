import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openLedgerServer } from '../ledger/ledger-server.mjs';
import { hasPostgres } from '../postgres-server.mjs';
import { readOutcome, useShops } from '../support/shop.mjs';

/** The database's clock, epoch ms. */
const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How wrong the clocks of two instances are, ms. */
const CLOCKS = {
  'ten minutes ahead': 10 * MINUTE,
  'ten minutes behind': -10 * MINUTE,
  'a day ahead': DAY,
  'a day behind': -DAY,
};

/** How long an attempt lasts beside the life of its token, ms: the time limit of a charge, and the margin. */
const BESIDE_TOKEN = 90_000;

describe('two instances whose clocks differ, over one PostgreSQL', { skip: !hasPostgres() }, () => {
  const { open } = useShops();
  let ledgers;
  before(async () => {
    ledgers = await openLedgerServer();
  });
  after(() => ledgers?.close());

  /** Runs what an instance does with the clock of its machine. */
  async function at(skewMs, act) {
    const { now } = Date;
    Date.now = () => now() + skewMs;
    try {
      return await act();
    } finally {
      Date.now = now;
    }
  }

  /**
   * Two instances of a shop, one with a right clock, one with a wrong one, and service's records that know every charge.
   *
   * @param {number} skewMs
   * @param {import('../support/shop.mjs').ShopOptions} [options]
   */
  async function openPair(skewMs, options) {
    const connection = await ledgers.createDatabase();
    const charges = new Map();
    /** @type {import('../../../src/server/index.ts').ChargeRecords['findCharge']} */
    const findCharge = async ({ attemptId }) => {
      const identifier = charges.get(attemptId);
      return identifier === undefined ? { status: 'not-charged' } : { status: 'charged', identifier };
    };
    /** @type {import('../../../src/sandbox/index.ts').Sandbox | undefined} */
    let sandbox;
    const create = async (skew) => {
      const { ledger, query } = await at(skew, () => ledgers.createInstance(connection));
      const shop = open({
        wrapLedger: () => ledger,
        isTimed: false,
        records: { certainty: 'exact', findCharge },
        ...(sandbox && { sandbox }),
        ...options,
      });
      sandbox = shop.sandbox;
      const act = (work) => at(skew, () => work(shop));
      await act(({ server }) => server.start());
      return { act, query, ledger };
    };
    return { charges, right: await create(0), wrong: await create(skewMs) };
  }

  for (const [how, skewMs] of Object.entries(CLOCKS)) {
    for (const opener of ['right', 'wrong']) {
      const asker = opener === 'right' ? 'wrong' : 'right';

      it(`end no token early: the clock of the ${asker === 'wrong' ? 'other' : 'opening'} one is ${how}`, async () => {
        const { charges, ...pair } = await openPair(skewMs, { tokenLife: 300 });
        const [first, second] = [pair[opener], pair[asker]];
        const askedAt = performance.now();
        const given = await first.act((shop) => shop.askToken());
        const tookS = (performance.now() - askedAt) / 1000;
        assert.equal(given.status, 200);
        // What a busy machine took for the request is gone from the life of the token.
        const { expiresIn } = given.json;
        assert.ok(expiresIn >= 299 - tookS && expiresIn <= 301, `${expiresIn} s, after ${tookS} s`);
        const [row] = await first.query(`SELECT may_charge_until - ${CLOCK} AS left FROM balcao_attempts`);
        const leftMs = Number(row.left) - BESIDE_TOKEN;
        assert.ok(leftMs > 290_000 && leftMs <= 300_000, `the attempt lasts for ${leftMs} ms beside its limits`);

        const swept = await second.act((shop) => shop.server.sweep());
        assert.equal(swept.expired, 0);
        const other = await second.act((shop) => shop.askToken({ attemptId: 'tentativa-2' }, { session: 'bia' }));
        assert.deepEqual([other.status, other.json.closed], [404, undefined], 'the order is ana’s alone');
        const late = await second.act((shop) => shop.askToken({ attemptId: 'tentativa-2' }));
        assert.deepEqual([late.status, late.json.closed], [503, 'busy']);
        const word = await second.act((shop) => shop.resolve());
        assert.equal(word.json.status, 'unknown', 'that nothing was charged counts once its time is over');

        charges.set('tentativa-1', '1');
        // Pages that ask cost the records one question in three seconds; the notice that a card was approved is not held up by that.
        await second.act((shop) => shop.notify({ state: 'approved' }));
        const { attempts, payments } = await first.ledger.read('pedido-1');
        assert.deepEqual([attempts.length, payments.length, payments[0].kind], [1, 1, 'paid']);
      });

      it(`let an attempt end once its time is over: the clock of the ${asker === 'wrong' ? 'other' : 'opening'} one is ${how}`, async () => {
        const { right, wrong } = await openPair(skewMs, { tokenLife: 300 });
        const [first, second] = opener === 'right' ? [right, wrong] : [wrong, right];
        await first.act((shop) => shop.askToken());
        await first.query(`UPDATE balcao_attempts SET may_charge_until = ${CLOCK} - 1000`);
        await second.act((shop) => shop.server.sweep());
        assert.equal((await first.ledger.read('pedido-1')).attempts[0].state, 'not-charged');
        assert.equal((await second.act((shop) => shop.askToken({ attemptId: 'tentativa-2' }))).status, 200);
      });

      it(`let no charge of the relay be over early: the clock of the ${asker === 'wrong' ? 'other' : 'opening'} one is ${how}`, async () => {
        const pair = await openPair(skewMs, { relayCards: true });
        const [first, second] = [pair[opener], pair[asker]];
        const lost = await first.act((shop) => {
          shop.sandbox.fault('processPayment', 'cut-after-charge');
          return shop.pay({ key: 'chave-1' });
        });
        assert.equal(readOutcome(lost), 'unconfirmed');
        await second.act((shop) => shop.server.sweep());
        assert.equal((await first.ledger.read('pedido-1')).attempts[0].state, 'sent');
        assert.equal(readOutcome(await second.act((shop) => shop.pay({ key: 'chave-2' }))), 'not-sent');
        assert.equal((await second.act(({ sandbox }) => sandbox.state().charges)).length, 1);
      });

      it(`ask about a Pix code that may be paid: the clock of the ${asker === 'wrong' ? 'other' : 'opening'} one is ${how}`, async () => {
        const pair = await openPair(skewMs);
        const [first, second] = [pair[opener], pair[asker]];
        await first.act(async (shop) => {
          const { json } = await shop.payPix();
          shop.sandbox.settlePix(json.qrCodeId);
        });
        await first.query(`UPDATE balcao_pix SET expires_at = ${CLOCK} + 60000`);
        const { json } = await second.act((shop) => shop.askToken());
        assert.equal(json.closed, 'paid', 'a card beside a code that was paid');
      });
    }
  }
});
