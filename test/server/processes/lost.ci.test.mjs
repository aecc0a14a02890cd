/**
 * A database whose connection breaks at every step of an attempt to pay: the server goes on, and does not know whether the database has done
 * what it was told. The same must be true then as after a kill; and a page that reads "not sent" must read the truth.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasPostgres, openPostgres } from '../postgres-server.mjs';
import { createSeen, openLane } from './lane.mjs';
import { createDevice } from './page.mjs';
import { PAGES } from './pages.mjs';
import { createShop } from './shop-settings.mjs';
import { watchPool } from './steps.mjs';

const MOST_STEPS = 200;

/** How a connection breaks. `isDone`: the database has done the statement. `isGone`: it cannot be reached any more until the page is through. */
const BREAKS = {
  'once, after the database did it': { isDone: true, isGone: false },
  'once, before the database heard of it': { isDone: false, isGone: false },
  'after the database did it, and for a while': { isDone: true, isGone: true },
};

/** A pool whose connection breaks at this statement, from 1. */
function createBreakingPool(pool, breakAt, { isDone, isGone }) {
  let count = 0;
  let isHealed = true;
  let broken;
  const breaking = watchPool(pool, async ({ name, run, cut }) => {
    count += 1;
    const isNow = count === breakAt;
    if (isHealed || !(isNow || (isGone && count > breakAt))) return run();
    broken ??= name;
    if (isNow && isDone) await run();
    cut();
    throw new Error('Connection terminated unexpectedly');
  });
  return {
    pool: breaking,
    /** The statement at which it broke. */
    get broken() {
      return broken;
    },
    heal() {
      isHealed = true;
    },
    begin() {
      count = 0;
      isHealed = false;
    },
  };
}

describe('a server whose database loses its connection at any step', { skip: !hasPostgres() }, () => {
  let postgres;
  before(async () => {
    postgres = await openPostgres();
  });
  after(() => postgres?.stop());

  /** Returns whether there was such a step. */
  async function runOnce({ pool, service, aftermath, isIdempotent }, { breakAt, kind, act }) {
    const seen = createSeen(`order-${breakAt}`);
    const breaking = createBreakingPool(pool, breakAt, kind);
    const shop = createShop({ pool: breaking.pool, service: service.origin, isIdempotent });
    await shop.start();
    breaking.begin();
    try {
      await act({ device: createDevice(shop, seen.orderId), service, seen });
      breaking.heal();
      // Every other time the same process repairs what it knows; else it is gone, and the next one has only the database.
      if (breakAt % 2 === 0) await shop.sweep();
      await aftermath.check(seen, { isTriedAgain: Math.floor(breakAt / 2) % 2 === 0 && seen.paidPix === undefined });
    } catch (error) {
      throw new Error(`Broken at statement ${breakAt}, ${breaking.broken}: ${error}`, { cause: error });
    }
    return breaking.broken !== undefined;
  }

  async function breakAtEachStep(scenario) {
    const lane = await openLane(postgres, scenario);
    try {
      for (let breakAt = 1; breakAt < MOST_STEPS; breakAt += 1) {
        // One after the other: the next number is another one only if there was such a step.
        if (!(await runOnce(lane, { ...scenario, breakAt }))) return breakAt - 1;
      }
      return assert.fail(`it has more than ${MOST_STEPS} statements`);
    } finally {
      await lane.service.close();
    }
  }

  for (const [when, kind] of Object.entries(BREAKS)) {
    describe(when, { concurrency: 2 }, () => {
      it('loses no charge of a page that has a token', async () => {
        assert.ok((await breakAtEachStep({ kind, act: PAGES.payWithToken })) > 18);
      });

      it('loses no charge of the relay, and makes none twice', async () => {
        assert.ok((await breakAtEachStep({ kind, act: PAGES.payByRelay })) > 20);
      });

      if (kind.isDone) {
        it('loses no charge of a relay whose service knows a charge by its key', async () => {
          assert.ok((await breakAtEachStep({ kind, act: PAGES.payByRelay, isIdempotent: true })) > 20);
        });
      }

      it('loses no Pix', async () => {
        assert.ok((await breakAtEachStep({ kind, act: PAGES.payByPix })) > 19);
      });
    });
  }
});
