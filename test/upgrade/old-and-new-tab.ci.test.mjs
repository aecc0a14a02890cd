/**
 * A tab with the script of 0.1.0 and one with that of `dist`, of one order and over one IndexedDB, as while a shop replaces its script: no card is
 * charged twice, and neither tab loses what the other one wrote. The charges of the sandbox decide.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { getDay } from '../../src/domain/boleto/banking-days.ts';
import { typeCard } from '../package/card-payment.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { root } from '../package/packed.mjs';
import { startShop } from '../package/shop-page.mjs';
import { createBank } from '../server/support/boletos.mjs';
import { unpackRelease } from './unpack-release.mjs';

/** @typedef {import('../../src/elements/checkout/checkout.ts').Checkout} Checkout */

const DAY_MS = 86_400_000;

/** Orders of each kind: the old tab is pressed first; so it is in the next, whose charge the service makes late; then the new one is pressed first. */
const ROUNDS = 3;

const UNCONFIRMED = 'Não conseguimos confirmar o pagamento';
const APPROVED = 'Pagamento aprovado';

/** What the tabs do at the same moment. */
const ACTS = [
  { old: 'card', now: 'card' },
  { old: 'card', now: 'pix' },
  { old: 'pix', now: 'card' },
  { old: 'card', now: 'boleto' },
];

/** The attributes of a checkout of each build. */
const MARKUP = { old: () => 'methods="card pix"', now: (room) => `methods="card pix boleto" boleto-url="/boleto/${room}"` };

describe('a tab of 0.1.0 and a tab of this version', { concurrency: 4 }, () => {
  let release;
  let shop;
  let browser;
  let context;
  const bank = createBank({ dueDate: getDay(Date.now() + 3 * DAY_MS) });

  before(async () => {
    release = unpackRelease('0.1.0');
    const read = (folder) => readFileSync(join(folder, 'balcao.all.min.js'), 'utf8');
    shop = await startShop({ '/old.js': read(release.folder), '/now.js': read(join(root, 'dist')) });
    browser = await launchChromium();
    context = await browser.newContext();
    context.setDefaultTimeout(LIMIT_MS);
    await context.route('**/boleto/*', async (route) => {
      const { orderId } = route.request().postDataJSON();
      const { signal } = new AbortController();
      const made = await bank.orders.boleto(
        { id: orderId, amountCents: 14_990 },
        { key: orderId, request: new Request('http://localhost/'), signal },
      );
      await route.fulfill({ json: { ...made, chargeId: `boleto:${made.chargeId}` } });
    });
    await context.route('**/status/boleto*', (route) => {
      const [, id = ''] = /boleto%3A([\w-]+)/.exec(route.request().url()) ?? [];
      return route.fulfill({ json: bank.findStatus(id) });
    });
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    release?.remove();
  });

  /** Opens the page of an order with the script of `build`. */
  async function open(room, build, more = '') {
    const page = await context.newPage();
    const createMarkup = (settings) =>
      `<!doctype html><html lang="pt-BR"><script src="/${build}.js"></script>` +
      `<balcao-checkout ${settings} ${MARKUP[build](room)} status-url="/__shop/${room}/status/{charge}" ${more}></balcao-checkout>`;
    await page.goto(shop.open(room, createMarkup, 'lit-html', `/${build}/${room}`));
    return page;
  }

  /** Pays as the button does, whatever the page shows. */
  const pay = (page) => page.locator('balcao-checkout').evaluate(async (/** @type {Checkout} */ checkout) => (await checkout.pay()).status);
  const says = (page, text) => page.getByText(text).first().waitFor();
  const countCharges = async (room) => (await shop.charges(room)).length;

  /** Puts what is needed into a page, so that `pay` pays by this method. */
  const prepare = (page, method) =>
    method === 'card' ? typeCard(page, '4111111111111111') : page.locator(`[part~=method-${method}]`).click();

  /** Types a card, unless the page shows what became of the order. */
  async function prepareAnyCard(page) {
    const outcome = page.getByText(UNCONFIRMED).or(page.getByText(APPROVED)).locator('visible=true').first();
    const typing = page
      .locator('[part~=method-card]')
      .click()
      .then(() => prepare(page, 'card'));
    // An outcome may come while it types, and then takes the fields away.
    typing.catch(() => {});
    await Promise.race([typing, outcome.waitFor()]);
  }

  async function makeBoleto(page) {
    await prepare(page, 'boleto');
    const status = pay(page);
    await page.locator('balcao-boleto [part~=boleto-line]').waitFor();
    return status;
  }

  /** The records of an order in the database that both builds use. */
  const readRecords = (page, room) =>
    page.evaluate(async (name) => {
      const settle = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await settle(indexedDB.open('balcao-ledger'));
      const store = database.transaction('records').objectStore('records');
      const [keys, values] = [await settle(store.getAllKeys()), await settle(store.getAll())];
      database.close();
      return values.filter((_, index) => keys[index][0].endsWith(`|${name}`));
    }, room);

  /** The code or the line of a charge that waits to be paid, once the page shows it. */
  async function readCode(page, method) {
    await prepare(page, method);
    return page.locator(`[part~=${method === 'pix' ? 'pix-code' : 'boleto-line'}]`).inputValue();
  }

  for (const { old: oldAct, now: newAct } of ACTS) {
    it(`charge one card at most: ${oldAct} in the old one and ${newAct} in the new one at the same moment`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const room = `${oldAct}-${newAct}-${round}`;
        const pages = await Promise.all([open(room, 'old'), open(room, 'now')]);
        await Promise.all([prepare(pages[0], oldAct), prepare(pages[1], newAct)]);
        // Where a boleto comes first, no charge comes to the service.
        const isHeld = newAct !== 'boleto' && round % 2 === 1;
        if (isHeld) await shop.hold(room);
        const paying = (round < 2 ? pages : pages.toReversed()).map(pay);
        if (isHeld) await shop.waitForPending(room);
        if (isHeld) await shop.release(room);
        const told = await Promise.all(paying);
        assert.equal(await countCharges(room), told.includes('approved') ? 1 : 0, `${room}: ${told}`);
        // Whoever has not charged yet tries again, in the same tabs.
        await Promise.all(pages.map((page) => page.reload()));
        await Promise.all(pages.map(prepareAnyCard));
        await Promise.all(pages.map(pay));
        assert.ok((await countCharges(room)) <= 1, `${room} was charged twice`);
        await Promise.all(pages.map((page) => page.close()));
      }
    });
  }

  it('with a boleto of the new one: the old one says that the payment is unconfirmed, charges nothing, and keeps the boleto', async () => {
    for (const [room, isOpen] of Object.entries({ 'boleto-before': false, 'boleto-after': true })) {
      const [now, early] = [await open(room, 'now'), isOpen ? await open(room, 'old') : undefined];
      if (early) await prepare(early, 'card');
      await makeBoleto(now);
      const old = early ?? (await open(room, 'old'));
      await says(old, UNCONFIRMED);
      const records = await readRecords(now, room);
      assert.deepEqual([records.length, records[0].kind, records[0].charge.status], [1, 'boleto', 'pending']);
      for (let press = 0; press < 2; press += 1) {
        assert.equal(await pay(old), 'unconfirmed');
        await old.reload();
        await says(old, UNCONFIRMED);
      }
      assert.deepEqual(await readRecords(now, room), records);
      await now.reload();
      assert.equal((await readCode(now, 'boleto')).replaceAll(/\D/g, ''), records[0].charge.line);
      bank.statuses.set(`b-${room}`, { status: 'paid' });
      await now.reload();
      await says(now, 'Boleto pago');
      assert.notEqual(await pay(old), 'approved');
      assert.equal(await countCharges(room), 0);
      await Promise.all([now, old].map((page) => page.close()));
    }
  });

  it('keep every field of a boleto, even where the shop tells the old one that nothing was charged', async () => {
    const room = 'boleto-resolved';
    const now = await open(room, 'now');
    await makeBoleto(now);
    const [record] = await readRecords(now, room);
    const asking = context.waitForEvent('request', (request) => request.url().endsWith(`/${room}/resolve`));
    const old = await open(room, 'old', `resolve-url="/__shop/${room}/resolve"`);
    // By this a shop can tell that it is no card.
    assert.match((await asking).postDataJSON().attemptId, /^boleto-/);
    await says(old, 'O pagamento não foi feito');
    const [changed, ...more] = await readRecords(now, room);
    assert.notDeepEqual(changed, record);
    for (const [name, value] of Object.entries(record)) assert.deepEqual(changed[name], value, name);
    assert.deepEqual(more, []);
    await now.reload();
    assert.equal((await readCode(now, 'boleto')).replaceAll(/\D/g, ''), record.charge.line);
    await Promise.all([now, old].map((page) => page.close()));
  });

  for (const [first, second] of [
    ['old', 'now'],
    ['now', 'old'],
  ]) {
    it(`charge once where the ${first} one is reloaded while it charges, and the ${second} one is pressed`, async () => {
      const room = `reloaded-${first}`;
      const [payer, other] = await Promise.all([open(room, first), open(room, second)]);
      await Promise.all([payer, other].map((page) => prepare(page, 'card')));
      await shop.hold(room, 'hang-after-charge');
      void pay(payer).catch(() => undefined);
      await shop.waitForPending(room);
      await payer.reload();
      await says(payer, UNCONFIRMED);
      assert.equal(await pay(other), 'unconfirmed');
      await shop.release(room);
      await other.reload();
      await says(other, UNCONFIRMED);
      assert.deepEqual([await pay(other), await pay(payer), await countCharges(room)], ['unconfirmed', 'unconfirmed', 1]);
      await Promise.all([payer, other].map((page) => page.close()));
    });

    it(`read in the ${second} one what the ${first} one wrote`, async () => {
      const room = `read-${first}`;
      const writer = await open(`${room}-card`, first);
      await prepare(writer, 'card');
      assert.equal(await pay(writer), 'approved');
      const reader = await open(`${room}-card`, second);
      await says(reader, APPROVED);
      assert.deepEqual([await pay(reader), await countCharges(`${room}-card`)], ['approved', 1]);

      const maker = await open(`${room}-pix`, first);
      await prepare(maker, 'pix');
      await pay(maker);
      const code = await readCode(maker, 'pix');
      const records = await readRecords(maker, `${room}-pix`);
      const looker = await open(`${room}-pix`, second);
      assert.equal(await readCode(looker, 'pix'), code);
      const [{ charge }] = await readRecords(looker, `${room}-pix`);
      for (const name of ['chargeId', 'amount', 'brCode', 'createdAt', 'expiresAt'])
        assert.equal(charge[name], records[0].charge[name], name);
      await maker.reload();
      assert.equal(await readCode(maker, 'pix'), code);
      await Promise.all([writer, reader, maker, looker].map((page) => page.close()));
    });
  }
});
