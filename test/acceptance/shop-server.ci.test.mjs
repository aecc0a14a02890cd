/**
 * The shop of the demo with its servers, as `npm start` has them: its server's own view of an order, on several devices, over a restart, and
 * signed in at the payments service.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findServedDemo } from '../../scripts/tests/artifacts.mjs';
import { startDemo } from '../package/demo-process.mjs';
import { findFreePort, waitUntil } from '../package/documented-server.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { chooseMethod, openBench } from './static-demo.mjs';

const CARD = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '01/31', securityCode: '737' };

/** Types a card and pays. */
async function pay(page) {
  await chooseMethod(page, 'card');
  for (const [name, text] of Object.entries(CARD)) await page.locator(`input[name=${name}]:visible`).pressSequentially(text);
  await page.locator('balcao-card-form [part~=pay-button]').click();
}

const outcome = (page, says) => page.locator('[part~=outcome]:visible', { hasText: says }).waitFor();

/** Opens drawers of the bench that is open. */
async function openDrawers(page, ...names) {
  for (const name of names) await page.locator('.drawer > summary', { hasText: name }).click();
}

/** Makes the next charge of this page meet a fault of the bench. */
async function arm(page, fault) {
  await openBench(page, 'Próxima cobrança');
  await page.getByRole('radio', { name: fault, exact: true }).check();
  await page.locator('#fault-status', { hasText: `Na próxima: ${fault.toLowerCase()}` }).waitFor();
}

/** How the shop's server sees the order of a page. */
const readOrder = (page) =>
  page.evaluate(async () => {
    const orderId = document.querySelector('#checkout')?.getAttribute('order-id');
    return (await (await fetch(`/loja/caderno/${orderId}`)).json()).order;
  });

describe("the demo's shop", () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-demo-data-'));
  let port;
  let env;
  let args;
  let demo;
  let browser;
  let context;

  const start = async () => {
    demo = await startDemo(env, { port, args });
  };

  before(async () => {
    port = await findFreePort();
    env = { SANDBOX_PORT: String(await findFreePort()), DEMO_DATA: join(folder, 'data') };
    args = ['preview', '--mode', 'served', '--outDir', findServedDemo(join(folder, 'pages'))];
    await start();
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(LIMIT_MS);
  });

  after(async () => {
    await browser?.close();
    await demo?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page of the shop, of a new order unless the address names one. */
  async function open(address = demo.address) {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('[part~=pay-button]:visible').first().waitFor();
    return page;
  }

  /** The same order on what is to the browser another device. */
  async function openElsewhere(page) {
    const [other] = await Promise.all([context.waitForEvent('page'), page.locator('#other-device').click()]);
    await other.locator('#checkout [part~=pay-button]:visible, #checkout [part~=outcome]:visible').first().waitFor();
    return other;
  }

  /** What the payments service has recorded, as a page reads it. */
  const readSandbox = (page) => page.evaluate(async (url) => (await fetch(url)).json(), `${demo.sandbox}__sandbox/state`);

  it('finds an order busy on a second device while the first one pays, and paid afterwards', async () => {
    const first = await open();
    await arm(first, 'Cobrar e não responder');
    await pay(first);
    // Busy from its token on; the page that is opened next forgets a fault that has not met its charge.
    await waitUntil(async () => (await readSandbox(first)).pending.length > 0, 'the charge under way');
    assert.equal((await readOrder(first)).stand, 'busy');

    const second = await openElsewhere(first);
    assert.notEqual(new URL(second.url()).hostname, new URL(first.url()).hostname);
    assert.equal(await second.locator('#checkout').getAttribute('order-id'), await first.locator('#checkout').getAttribute('order-id'));
    await pay(second);
    await outcome(second, 'Pagamento em andamento');

    await first.locator('#release').click();
    await outcome(first, 'Pagamento aprovado');
    await waitUntil(async () => (await readOrder(first)).stand === 'paid', 'the paid order');
    await second.reload();
    await pay(second);
    await outcome(second, 'Pagamento aprovado');
    assert.equal((await readOrder(second)).payments.length, 1, 'paid once');
    await Promise.all([first.close(), second.close()]);
  });

  it('takes the price of an order from the device that has put more into it', async () => {
    const first = await open();
    await first.getByRole('button', { name: 'Pôr mais um' }).first().click();
    await first.locator('#total', { hasText: '192,40' }).waitFor();
    await waitUntil(async () => (await readOrder(first)).amountCents === 19_240, 'the price at the server');
    const second = await openElsewhere(first);
    await second.locator('#total', { hasText: '192,40' }).waitFor();
    await Promise.all([first.close(), second.close()]);
  });

  it('has a notebook in which a person says what became of an attempt', async () => {
    const page = await open();
    await arm(page, 'Cair sem cobrar');
    await openDrawers(page, 'Caderno da loja');
    await page.locator('#notebook-pending', { hasText: 'Nada espera' }).waitFor();
    await pay(page);
    await outcome(page, 'Não conseguimos confirmar');
    const pending = page.locator('#notebook-pending .ledger-line', { hasText: 'a página diz: sem resposta' });
    await pending.waitFor();

    await pending.getByRole('button', { name: 'Não foi cobrado' }).click();
    await page.locator('#notebook-status', { hasText: /vale só depois das \d\d:\d\d/ }).waitFor();
    assert.equal((await readOrder(page)).stand, 'busy', 'its token may still be used');

    await pending.getByRole('button', { name: 'Foi cobrado', exact: true }).click();
    await page.locator('#notebook-order', { hasText: 'pago' }).waitFor();
    await page.locator('#notebook-pending', { hasText: 'Nada espera' }).waitFor();
    await outcome(page, 'Pagamento aprovado');
    await page.close();
  });

  it('knows after SIGKILL which order is paid, and which one is being paid', async () => {
    const paid = await open();
    await pay(paid);
    await outcome(paid, 'Pagamento aprovado');
    await waitUntil(async () => (await readOrder(paid)).stand === 'paid', 'the paid order');
    const before = await readOrder(paid);
    const busy = await open();
    await arm(busy, 'Cobrar e não responder');
    const countCharges = async () => (await readSandbox(busy)).charges.length;
    const charges = await countCharges();
    await pay(busy);
    await waitUntil(async () => (await countCharges()) > charges, 'the charge under way');
    assert.equal((await readOrder(busy)).stand, 'busy');

    await demo.kill();
    await start();
    assert.ok(demo.output().includes(`Data: in ${env.DEMO_DATA}`), demo.output());
    await paid.reload();
    await outcome(paid, 'Pagamento aprovado');
    assert.deepEqual(await readOrder(paid), before);
    const elsewhere = await openElsewhere(paid);
    await pay(elsewhere);
    await outcome(elsewhere, 'Pagamento aprovado');
    assert.equal((await readOrder(elsewhere)).payments.length, 1, 'paid once');

    assert.equal((await readOrder(busy)).stand, 'busy');
    await busy.reload();
    await outcome(busy, 'Pagamento aprovado');
    await waitUntil(async () => (await readOrder(busy)).stand === 'paid', 'the charge in the records of the service');
    await Promise.all([paid.close(), busy.close(), elsewhere.close()]);
  });

  it('is signed in by a person, and pays with tokens of that account from then on', async () => {
    const page = await open();
    await openBench(page, 'Conta da loja');
    await page.locator('#account-status', { hasText: 'Ninguém entrou ainda' }).waitFor();
    const address = page.url();
    await page.getByRole('link', { name: 'Entrar como a loja' }).click();
    await page.getByRole('button', { name: 'Autorizar' }).click();

    await page.locator('#account-status', { hasText: 'A loja entrou' }).waitFor();
    assert.equal(page.url(), `${address}#conta`, 'back at the same order');
    await page.locator('#bench-toggle').click();
    for (const turn of [1, 2]) {
      await pay(page);
      await outcome(page, 'Pagamento aprovado');
      await waitUntil(async () => (await readOrder(page)).stand === 'paid', `paid order ${turn}`);
      await page.locator('.order [data-new-order]').click();
    }
    const { requests } = await readSandbox(page);
    assert.equal(requests.filter(({ operation }) => operation === 'token').length, 1, 'one sign-in');
    const signedIn = requests.slice(requests.findIndex(({ operation }) => operation === 'token'));
    const used = signedIn.filter(({ operation }) => operation === 'processPayment').map(({ headers }) => headers.authorization);
    assert.equal(new Set(used).size, 2, 'each attempt has a token of its own');
    await page.close();
  });
});
