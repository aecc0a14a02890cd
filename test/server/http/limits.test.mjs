import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLimiter, DEFAULT_LIMITS, completeLimits } from '../../../src/server/http/limits.ts';

const HOUR_MS = 3_600_000;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts as a ledger does, with every call a turn later. */
function createCounts() {
  const rows = new Map();
  const find = (key, now) => (rows.get(key)?.endsAt > now ? rows.get(key) : undefined);
  return {
    rows,
    async count(key, windowMs, now) {
      await nextTurn();
      const row = find(key, now) ?? { count: 0, endsAt: now + windowMs };
      row.count += 1;
      rows.set(key, row);
      return { count: row.count, leftMs: row.endsAt - now };
    },
    async discount(key, now) {
      await nextTurn();
      const row = find(key, now);
      if (row?.count > 0) row.count -= 1;
    },
    async readCount(key, now) {
      await nextTurn();
      const row = find(key, now);
      return { count: row?.count ?? 0, leftMs: row ? row.endsAt - now : 0 };
    },
  };
}

describe('the limits', () => {
  /** @param {Partial<import('../../../src/server/index.ts').Limits>} [given] */
  function open(given) {
    const ledger = createCounts();
    const world = { now: 1_000_000, events: /** @type {import('../../../src/server/index.ts').ShopEvent[]} */ ([]), ledger };
    const limits = completeLimits(given);
    const limiter = createLimiter({ ledger, limits, report: (event) => world.events.push(event), now: () => world.now });
    return Object.assign(world, { limiter });
  }

  async function repeat(count, work) {
    for (let done = 0; done < count; done++) await work();
  }

  const refusalOf = (work) =>
    work.then(
      () => undefined,
      (error) => error,
    );

  it('let an order have ten Pix codes within an hour, and say when the hour is over', async () => {
    const world = open();
    await repeat(10, () => world.limiter.countPix('42'));
    world.now += 1_500;
    const refusal = await refusalOf(world.limiter.countPix('42'));
    assert.equal(refusal.name, 'HttpRefusal');
    const response = refusal.toResponse();
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('Retry-After'), '3599');
    assert.deepEqual(world.events, [{ type: 'limited', limit: 'pixPerOrder', retryAfterMs: HOUR_MS - 1_500 }]);
  });

  it('read as "try again later" for a page, which closes nothing', async () => {
    const world = open({ pixPerOrder: 1 });
    await world.limiter.countPix('42');
    const { body } = await refusalOf(world.limiter.countPix('42'));
    assert.deepEqual([body.closed, body.retryAfter], ['busy', 3600]);
  });

  it('are of one order each, and of one purpose each', async () => {
    const { limiter } = open({ pixPerOrder: 1 });
    await limiter.countPix('42');
    await limiter.countPix('43');
    await limiter.countPixClaim('42');
    await assert.rejects(limiter.countPix('42'));
  });

  it('end with the hour of the first', async () => {
    const world = open({ pixPerOrder: 2 });
    await world.limiter.countPix('42');
    world.now += HOUR_MS - 1;
    await world.limiter.countPix('42');
    await assert.rejects(world.limiter.countPix('42'));
    world.now += 1;
    await world.limiter.countPix('42');
  });

  it('count a refused request for nothing, whether it comes later or at the same time', async () => {
    const world = open({ pixPerOrder: 2 });
    await Promise.all(Array.from({ length: 9 }, () => refusalOf(world.limiter.countPix('42'))));
    await repeat(50, () => refusalOf(world.limiter.countPix('42')));
    assert.deepEqual(
      [...world.ledger.rows.values()].map(({ count }) => count),
      [2],
    );
  });

  it('hold for those who come at once, and over instances that share a ledger', async () => {
    const world = open();
    const other = createLimiter({
      ledger: world.ledger,
      limits: DEFAULT_LIMITS,
      report: () => undefined,
      now: () => world.now,
    });
    const all = Array.from({ length: 100 }, (_, index) => refusalOf((index % 2 ? other : world.limiter).countPix('42')));
    assert.equal((await Promise.all(all)).filter((refusal) => refusal === undefined).length, 10);
  });

  it('of tries are of the hour before, by the sender', () => {
    const world = open({ declinesPerSession: 2, declinesPerAddress: 3 });
    const most = { since: world.now - HOUR_MS, mostPerSession: 2, mostPerAddress: 3 };
    assert.deepEqual(world.limiter.limitTries({ session: 's1', address: 'a1' }), { session: 's1', address: 'a1', ...most });
    assert.deepEqual(world.limiter.limitTries({ session: 's1' }), { session: 's1', ...most });
  });

  it('of tries are reached by a session, or by an address, until the hour of the first declined card is over', () => {
    const { limiter, now } = open({ declinesPerSession: 2, declinesPerAddress: 3 });
    const find = (session, address) => limiter.findReached({ session, address }, now);
    const none = { declined: 0, underWay: 0 };
    const some = (declined) => ({ declined, underWay: 0, firstAt: now - 1000 });
    assert.equal(find(none, none), undefined);
    assert.equal(find(some(1), some(2)), undefined);
    assert.deepEqual(find(some(2), none), { limit: 'declinesPerSession', retryAfterMs: HOUR_MS - 1000 });
    assert.deepEqual(find(some(1), some(3)), { limit: 'declinesPerAddress', retryAfterMs: HOUR_MS - 1000 });
  });

  it('of tries count what is under way, for as long as it is: it may be declined', () => {
    const { limiter, now } = open({ declinesPerSession: 2 });
    const find = (session) => limiter.findReached({ session, address: { declined: 0, underWay: 0 } }, now);
    assert.equal(find({ declined: 1, underWay: 0, firstAt: now }), undefined);
    assert.deepEqual(find({ declined: 1, underWay: 1, firstAt: now }), { limit: 'declinesPerSession', retryAfterMs: 5000 });
  });

  it('let a page name three charges for each Pix code', async () => {
    const { limiter } = open({ pixPerOrder: 2 });
    await repeat(6, () => limiter.countPixClaim('42'));
    await assert.rejects(limiter.countPixClaim('42'), { status: 429 });
    await limiter.countPix('42');
  });

  it('are as documented where a shop sets nothing, or nothing of one', () => {
    const given = /** @type {any} */ ({ streams: undefined, pixPerOrder: 3 });
    assert.deepEqual(completeLimits(given), { ...DEFAULT_LIMITS, pixPerOrder: 3 });
  });

  /** @type {any[]} */
  const wrongs = [{ chargesPerOrder: 0 }, { streams: 1.5 }, { pixPerOrder: -1 }, { streams: Infinity }, { streams: '9' }, { charges: 1 }];
  for (const wrong of wrongs) {
    it(`cannot be ${JSON.stringify(wrong)}`, () =>
      assert.throws(() => completeLimits(wrong), { name: 'CheckoutError', code: 'invalid-config' }));
  }
});
