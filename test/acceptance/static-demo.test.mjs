/**
 * The demo as `npm run build:demo` makes it, from a plain file server below a path, in Chromium: its shop and its service live in a
 * service worker.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chooseMethod, createPix, openBench, startStaticDemo } from './static-demo.mjs';

const CARD = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '01/31', securityCode: '737' };
const APPROVED = /Pagamento aprovado/;

describe('the demo as static pages', () => {
  let demo;

  before(async () => {
    demo = await startStaticDemo();
  });
  after(() => demo?.close());

  async function payWithNewCard(page) {
    await chooseMethod(page, 'card');
    for (const [name, text] of Object.entries(CARD)) await page.locator(`input[name=${name}]:visible`).pressSequentially(text);
    await page.locator('balcao-card-form [part~=pay-button]').click();
  }

  const outcome = (page, says) => page.locator('[part~=outcome]:visible', { hasText: says }).waitFor();
  const count = (page, words) => page.locator('#ledger-count', { hasText: words }).waitFor();

  it('pays by card on the first visit, and remembers it after a reload', async () => {
    const { context, page, complaints, requests, countLoads } = await demo.open();
    await page.locator('#simulation', { hasText: 'Isto é uma simulação' }).waitFor();

    await payWithNewCard(page);
    await outcome(page, APPROVED);
    await openBench(page);
    await count(page, /^1 cobrança$/);
    assert.equal(countLoads(), 1, 'the page waits for its worker, and does not load itself anew');

    await page.reload();
    await outcome(page, APPROVED);
    await openBench(page);
    await count(page, /^1 cobrança$/);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      requests.map((request) => request.url()).filter((url) => !url.startsWith(new URL(demo.address).origin)),
      [],
    );
    assert.deepEqual(
      demo.asked.filter((line) => !/^GET \/any\/path\/(?:|worker\.js|assets\/[\w.-]+)$/.test(line)),
      [],
      'the file host is asked for files alone',
    );
    await context.close();
  });

  it('pays with a card that the returning customer saved', async () => {
    const { context, page, complaints } = await demo.open();
    await chooseMethod(page, 'saved-cards');
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    await outcome(page, APPROVED);
    await openBench(page);
    await count(page, /^1 cobrança$/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows a Pix as paid as soon as the bench pays it, by the stream of the worker', async () => {
    const { context, page, complaints, requests } = await demo.open();
    await createPix(page);
    await page.waitForFunction(() => document.querySelector('#events')?.textContent?.includes('balcao-pix-created'));

    await openBench(page, 'Pix');
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await page.locator('#order-state', { hasText: 'Pedido confirmado' }).waitFor();

    assert.ok(
      requests.some((request) => request.resourceType() === 'eventsource' && /\/shop\/stream\//.test(request.url())),
      'the page listens to the stream',
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('goes on where it was when the browser has ended the worker', async () => {
    const { context, page } = await demo.open();
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await payWithNewCard(page);
    await outcome(page, APPROVED);
    await page.locator('.order [data-new-order]').click();
    await openBench(page, 'Próxima cobrança');
    await page.getByRole('radio', { name: 'Recusar', exact: true }).check();
    await page.locator('#fault-status', { hasText: 'Na próxima: recusar' }).waitFor();

    await devtools.send('ServiceWorker.stopAllWorkers');
    await payWithNewCard(page);

    await outcome(page, /Pagamento não aprovado/);
    await page.locator('#ledger-refresh').click();
    await count(page, /^1 cobrança$/);
    const kept = await page.evaluate(async (path) => {
      const [{ name }] = (await indexedDB.databases()).filter((database) => database.name.includes(path));
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const all = await new Promise((resolve) => {
        const asking = database.transaction('memory').objectStore('memory').getAll();
        asking.onsuccess = () => resolve(asking.result);
      });
      database.close();
      return JSON.stringify(all, (_key, value) => (value instanceof Map ? [...value] : value));
    }, new URL(demo.address).pathname);
    assert.match(kept, /"charges":\[\{/);
    assert.doesNotMatch(kept, /4111111111111111|securityCode/, 'no card is kept');
    await context.close();
  });

  it('starts after a reload past the cache, which goes past workers', async () => {
    const { context, page, complaints } = await demo.open();
    await page.locator('[part~=pay-button]:visible').first().waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.reload', { ignoreCache: true });
    await page.waitForLoadState('load');
    await payWithNewCard(page);
    await outcome(page, APPROVED);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('says so where the browser gives it no worker', async () => {
    const { context, page } = await demo.open({
      prepare: (fresh) => fresh.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })),
    });
    await page.locator('#no-service', { hasText: 'não deixa a página ter um service worker' }).waitFor();
    await context.close();
  });
});
