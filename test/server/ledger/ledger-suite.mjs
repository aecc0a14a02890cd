import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { NOW } from './rows.mjs';
import { describeOrders } from './suite/orders.mjs';
import { describeOthers } from './suite/others.mjs';
import { describePayments } from './suite/payments.mjs';

/**
 * What every ledger does.
 *
 * @param {string} name Which one.
 * @param {() => Promise<{ ledger: import('../../../src/server/ledger/ledger.js').Ledger, query?: Function, reset: () => Promise<void>, close: () => Promise<void> }>} create
 * `query` reads the shop's own tables, where there are any (`hasSql`). `reset` empties it between tests.
 */
export function describeLedger(name, create, { hasSql = true, ...options } = {}) {
  describe(`${name}: what every ledger does`, options, () => {
    const context = {};

    before(async () => {
      Object.assign(context, await create());
    });
    afterEach(() => context.reset?.());
    after(() => context.close?.());

    describeOrders(context);
    describePayments(context, { hasSql });
    describeOthers(context);

    it('answers, trusts itself when it is new, and stays so', async () => {
      const { ledger } = context;
      await ledger.ping();
      assert.equal(await ledger.distrust(), undefined);
      await ledger.trust(NOW);
      assert.equal(await ledger.distrust(), undefined);
    });
  });
}
