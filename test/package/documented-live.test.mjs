/** The shop of docs/from-nothing-to-live.md, run as printed beside the sandbox: a card, from its first payment to its deletion. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deleteKeptCard, payAndKeepCard } from './card-payment.mjs';
import { startGuide } from './documented-guide.mjs';
import { waitUntil } from './documented-server.mjs';
import { listenFor } from './page-events.mjs';

/** The databases of the shop, and whether each is the printed folder: before a commit the first, with WHOLE=1 both. */
const DATABASES = /** @type {const} */ ([
  ['in PostgreSQL where there is one', false],
  ['in the printed folder', true],
]).slice(0, process.env.WHOLE === '1' ? undefined : 1);

describe('the shop of "From nothing to live", as printed', () => {
  let guide;
  before(async () => (guide = await startGuide()));
  after(() => guide?.close());

  for (const [database, isFolder] of DATABASES) {
    it(`takes a card and keeps it, pays with it, and deletes it without an order, ${database}`, async () => {
      const { shop, isPaid } = await guide.startShop({ isFolder });
      const { page, open, complaints } = await guide.openBrowser(shop);
      await open('orders/42');
      assert.equal((await payAndKeepCard(page)).status, 'approved');
      await waitUntil(() => isPaid('42'), 'order 42 is paid at the server');

      await open('orders/44');
      const button = page.locator('balcao-saved-cards [part~=pay-button]');
      await button.waitFor();
      const approved = await listenFor(page, ['balcao-approved']);
      await button.click();
      assert.equal((await approved()).status, 'approved');
      await waitUntil(() => isPaid('44'), 'order 44 is paid at the server');
      const { charges } = await guide.readState();
      assert.ok(charges.at(-1).cardId);

      await open('cards');
      assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
      assert.deepEqual(complaints, []);
      assert.deepEqual(await page.evaluate(async () => (await fetch('/shop/cards')).json()), []);
      assert.deepEqual(
        (await guide.readState()).cards.filter(({ cardId }) => cardId === charges.at(-1).cardId).map(({ deletedAt }) => typeof deletedAt),
        ['number'],
      );
    });
  }
});
