/**
 * The demo as `npm run build:demo` makes it, from a plain file server below a path, in Chromium: its shop and its service live in a
 * service worker. The rest of its tests are for CI: bench, shop-window, service-worker.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  APPROVED,
  chooseMethod,
  createPix,
  openBench,
  payWithNewCard,
  startStaticDemo,
  waitForCount,
  waitForOutcome,
} from './static-demo.mjs';

describe('the demo as static pages', () => {
  let demo;

  before(async () => {
    demo = await startStaticDemo();
  });
  after(() => demo?.close());

  it('pays by card on the first visit, and remembers it after a reload', async () => {
    const { page, complaints, requests, countLoads, close } = await demo.open();
    await page.locator('#simulation', { hasText: 'Isto é uma simulação' }).waitFor();

    await payWithNewCard(page);
    await waitForOutcome(page, APPROVED);
    await openBench(page);
    await waitForCount(page, /^1 cobrança$/);
    assert.equal(countLoads(), 1, 'the page waits for its worker, and does not load itself anew');

    await page.reload();
    await waitForOutcome(page, APPROVED);
    await openBench(page);
    await waitForCount(page, /^1 cobrança$/);
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
    await close();
  });

  it('is paid in full by a Pix at the lower price, which its server is told', async () => {
    const { page, complaints, close } = await demo.open();
    await createPix(page);
    await page.locator('balcao-pix', { hasText: 'Valor R$ 142,41' }).waitFor();
    await openBench(page, 'Pix');
    await page.getByRole('button', { name: 'Simular pagamento' }).click();

    await page.locator('#order-state', { hasText: 'Pedido confirmado' }).waitFor();
    const outcome = page.locator('[part~=outcome]:visible', { hasText: 'Pix recebido' });
    await outcome.waitFor();
    assert.match(await outcome.innerText(), /R\$\s142,41/);
    assert.doesNotMatch(await page.locator('#checkout').innerText(), /149,90|Falta uma parte/);
    const readShop = async () => (await fetch(`loja/caderno/${document.querySelector('#checkout')?.getAttribute('order-id')}`)).json();
    const { order } = await page.evaluate(readShop);
    assert.equal(order.stand, 'paid');
    assert.deepEqual(
      order.payments.map(({ method, kind, amountCents }) => ({ method, kind, amountCents })),
      [{ method: 'pix', kind: 'paid', amountCents: 14241 }],
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  it('has a bank that makes a boleto, whose money comes two days later to the knowledge of shopper and shop', async () => {
    const { page, complaints, close } = await demo.open();
    await chooseMethod(page, 'boleto');
    await page.locator('balcao-boleto [part~=pay-button]').click();
    await page.locator('balcao-boleto [part~=qr]').waitFor();
    const line = await page.locator('balcao-boleto [part~=boleto-line]').inputValue();
    assert.match(line, /^9999\d\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{4}0000014990$/);

    await openBench(page, 'Boleto', 'Caderno da loja');
    await page.getByRole('button', { name: 'Pagar o código de barras' }).click();
    await page.locator('#boletos', { hasText: 'dinheiro em' }).waitFor();
    await page.locator('#notebook-order', { hasText: 'em aberto' }).waitFor();
    await page.getByRole('button', { name: 'Dois dias depois' }).click();
    await waitForOutcome(page, /Boleto pago\s*R\$\s149,90/);
    await page.locator('#order-state', { hasText: 'Pedido confirmado' }).waitFor();
    await page.locator('#notebook-order', { hasText: 'pago' }).waitFor();
    await page.locator('#notebook-payments', { hasText: 'Boleto, pagou o pedido' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows the HTML of this very checkout, with its JSON child', async () => {
    const { page, close } = await demo.open();
    await page.locator('[part~=method-saved-cards]').waitFor();
    const readChild = (checkout) => JSON.parse(checkout.querySelector(':scope > script[type="application/json"]').textContent);
    const shown = await page.locator('#snippet').textContent();
    const [, child] = shown.match(/^ {2}<script type="application\/json">\n( {4}\{[^]+ {4}\})\n {2}<\/script>\n<\/balcao-checkout>$/m);
    assert.ok(shown.includes(`amount="${await page.locator('#checkout').getAttribute('amount')}"`));
    assert.deepEqual(JSON.parse(child), await page.locator('#checkout').evaluate(readChild));
    await close();
  });
});
