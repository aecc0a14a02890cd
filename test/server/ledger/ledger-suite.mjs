import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { NOW } from './rows.mjs';
import { describeOrders } from './suite/orders.mjs';
import { describeOthers } from './suite/others.mjs';
import { describePayments } from './suite/payments.mjs';

/**
 * @import { Ledger, SqlQuery } from '../../../src/server/index.ts'
 *
 * @typedef {object} LedgerContext
 * @property {Ledger} ledger
 * @property {SqlQuery} [query] Reads the shop's own tables, where there are any (`hasSql`).
 * @property {() => Promise<void>} reset Empties it between tests.
 * @property {() => Promise<void>} close
 */

/**
 * What every ledger does.
 *
 * @param {string} name Which one.
 * @param {() => Promise<LedgerContext>} create
 * @param {{ hasSql?: boolean, skip?: boolean | string }} options
 */
export function describeLedger(name, create, { hasSql = true, ...options } = {}) {
  describe(`${name}: what every ledger does`, options, () => {
    const context = /** @type {LedgerContext} */ ({});

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
