/** The service worker that plays the servers of the static demo. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { APPROVED, createPix, openBench, payWithNewCard, startStaticDemo, waitForCount, waitForOutcome } from './static-demo.mjs';

describe('the worker of the static demo', () => {
  let demo;

  before(async () => {
    demo = await startStaticDemo();
  });
  after(() => demo?.close());

  it('pays with a card that the returning customer saved', async () => {
    const { context, page, complaints } = await demo.open();
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    await waitForOutcome(page, APPROVED);
    await openBench(page);
    await waitForCount(page, /^1 cobrança$/);
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
    await waitForOutcome(page, APPROVED);
    await page.locator('.order [data-new-order]').click();
    await openBench(page, 'Próxima cobrança');
    await page.getByRole('radio', { name: 'Recusar', exact: true }).check();
    await page.locator('#fault-status', { hasText: 'Na próxima: recusar' }).waitFor();

    await devtools.send('ServiceWorker.stopAllWorkers');
    await payWithNewCard(page);

    await waitForOutcome(page, /Pagamento não aprovado/);
    await waitForCount(page, /^1 cobrança$/);
    const kept = await page.evaluate(async (path) => {
      const [{ name = '' }] = (await indexedDB.databases()).filter((database) => database.name?.includes(path));
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
    await waitForOutcome(page, APPROVED);
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
