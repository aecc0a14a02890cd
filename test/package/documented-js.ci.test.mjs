/** The lines of JavaScript that the documents give for a page, run in one as printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { deleteKeptCard, payAndKeepCard, payByCard, typeCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createCardServer } from './documented-card-server.mjs';
import { bundleModule } from './documented-modules.mjs';
import { createTokenEndpoint, openRecipe } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { installPacked, root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const SETTINGS = 'base-url="https://payments.example/" token-url="/shop/token" amount="149.90"';
const CHECKOUT = `<balcao-checkout ${SETTINGS} order-id="42"></balcao-checkout>`;
const SCRIPT = '<script src="/balcao/balcao.min.js"></script>';
const MODULE = '<script type="module" src="/module.js"></script>';
const DEFINE = '<script type="module" src="/define.js"></script>';
const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };

/** A refusal of the service is written to the console by the browser, not by the page. */
const isOfPage = (complaint) => !complaint.startsWith('Failed to load resource');

describe('the lines for a page, as printed', () => {
  let browser;
  let packed;
  before(async () => {
    packed = installPacked();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    packed?.remove();
  });

  /**
   * Opens a page with these tags and a module; `logged` is what it writes to the console by `log`.
   *
   * @param {string} tags
   * @param {Record<string, { type: string, body: string }>} files
   * @param {{ sandbox?: import('../../src/sandbox/index.ts').Sandbox, endpoints?: import('./documented-page.mjs').Endpoints, routes?: (route: import('playwright-core').Route) => unknown }} [options]
   */
  async function open(tags, files, { sandbox = createSandbox(), endpoints = {}, routes } = {}) {
    const html = { type: 'html', body: `<!doctype html><html lang="pt-BR"><meta charset="utf-8">${tags}` };
    const opened = await openRecipe(browser, {
      files: { '/': html, ...files },
      endpoints: { '/shop/token': createTokenEndpoint(sandbox), ...endpoints },
      sandbox,
    });
    if (routes) {
      await opened.page.route('**/shop/cards**', routes);
      await opened.page.reload();
    }
    return { sandbox, ...opened };
  }

  /** A module that imports nothing of the package, as it is. */
  const asModule = (code) => ({ '/module.js': { type: 'js', body: code } });

  /** Runs the module in a page that has not loaded it; it has ended once this resolves. */
  const runModule = (page) => page.evaluate((path) => import(path), '/module.js');

  /** What a page writes to the console by `console.log` from now on. */
  function listen(page) {
    const logged = [];
    page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
    return logged;
  }

  it('register the elements, and hear of a payment', async () => {
    const files = await bundleModule(packed.project, findBlock("console.log('paid', detail.amount, detail.identifier)"));
    const { page, complaints, sandbox } = await open(MODULE + CHECKOUT, files);
    const logged = listen(page);
    assert.deepEqual(await payByCard(page), PAID);
    await waitUntil(() => logged.length > 0, 'the log');
    assert.deepEqual(logged, [`paid 149.90 ${sandbox.state().charges[0].identifier}`]);
    assert.deepEqual(complaints, []);
  });

  it('ask the shop for a token by a function', async () => {
    const sandbox = createSandbox();
    const asked = [];
    const endpoints = { '/shop/token': async (body) => [200, asked.push(body.orderId) && sandbox.issueToken()] };
    const files = await bundleModule(packed.project, findBlock('checkout.getToken = (request) => askShop'));
    const tag = '<balcao-checkout base-url="https://payments.example/" amount="149.90" order-id="42"></balcao-checkout>';
    const { page, complaints } = await open(SCRIPT + tag + MODULE, files, { sandbox, endpoints });
    assert.deepEqual(await payByCard(page), PAID);
    assert.deepEqual(asked, ['shop-1:42']);
    assert.deepEqual(complaints, []);
  });

  it('pay without an element', async () => {
    const files = await bundleModule(packed.project, findBlock('await client.processPayment({'));
    const { sandbox, complaints } = await open(MODULE, files);
    await waitUntil(() => sandbox.state().requests.length > 0, 'the request');
    const [{ operation, body }] = sandbox.state().requests;
    const { cardId, installments } = /** @type {Record<string, unknown>} */ (body);
    assert.deepEqual([operation, cardId, installments], ['processPayment', '0b0fb6c1-8d4d-4a0e-9d0e-6a3a3f2d7c55', 2]);
    assert.deepEqual(complaints.filter(isOfPage), []);
  });

  it('say what is wrong with a checkout, and nothing where nothing is', async () => {
    const files = asModule(findBlock('await Balcao.diagnose()'));
    const good = await open(SCRIPT + CHECKOUT, files);
    const loggedByGood = listen(good.page);
    await runModule(good.page);
    assert.deepEqual(loggedByGood, []);
    const bad = await open(SCRIPT + CHECKOUT, files, { endpoints: { '/shop/token': async () => [500, {}] } });
    const loggedByBad = listen(bad.page);
    await runModule(bad.page);
    assert.match(loggedByBad.join(), /^token /);
  });

  it('make a Pix code', async () => {
    const { page, sandbox, complaints } = await open(
      `${SCRIPT}<balcao-pix ${SETTINGS} order-id="42"></balcao-pix>`,
      asModule(findBlock('await pix.create()')),
    );
    const logged = listen(page);
    await page.locator('balcao-pix [part~=pay-button]').waitFor();
    await runModule(page);
    await waitUntil(() => logged.length > 0, 'the log');
    const [{ id, text }] = sandbox.state().pix;
    assert.ok(logged[0].startsWith(`${id} ${text} `), logged[0]);
    assert.deepEqual(complaints, []);
  });

  it('name the system whose words the service has', async () => {
    const sandbox = createSandbox();
    sandbox.configure({ pixStatusSystem: 'bcb' });
    const { page, complaints } = await open(SCRIPT + CHECKOUT + MODULE, asModule(findBlock("system: 'BCB'")), { sandbox });
    await page.locator('balcao-checkout [part~=method-pix]').click();
    await page.locator('balcao-pix [part~=pay-button]').click();
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    sandbox.actOnPix('cancel');
    // The page asks at once when it is online again.
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.locator('balcao-pix').getByText('Este código não vale mais').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('free an order', async () => {
    const files = await bundleModule(packed.project, findBlock("forgetOrder('pedido-1042')"));
    const sandbox = createSandbox();
    const tag = `<balcao-checkout ${SETTINGS} order-id="pedido-1042"></balcao-checkout>`;
    const { page, complaints } = await open(DEFINE + tag, files, { sandbox });
    sandbox.fault('processPayment', '500');
    assert.equal((await payByCard(page)).status, 'unconfirmed');
    await runModule(page);
    await page.reload();
    assert.deepEqual(await payByCard(page), PAID);
    assert.equal(sandbox.state().charges.length, 1);
    assert.deepEqual(complaints.filter(isOfPage), []);
  });

  it('keep cards at the server of the shop, and delete them there', async () => {
    const { routes, cards } = await createCardServer(packed.project, findBlock("app.get('/shop/cards'"));
    const createTag = (orderId) => `<balcao-checkout customer-id="c-7f3a" ${SETTINGS} order-id="${orderId}"></balcao-checkout>`;
    const files = await bundleModule(packed.project, findBlock("cardStore = httpCardStore('/shop/cards')"));
    const next = { type: 'html', body: `<!doctype html><meta charset="utf-8">${DEFINE}${createTag(43)}${MODULE}` };
    const { page, complaints, sandbox } = await open(DEFINE + createTag(42) + MODULE, { ...files, '/next': next }, { routes });
    assert.deepEqual(await payAndKeepCard(page), PAID);
    await waitUntil(() => cards.size > 0, 'the card');
    const [{ cardId }] = sandbox.state().cards;
    const card = { cardId, name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031', validUntil: undefined };
    assert.deepEqual([...cards.values()], [card]);
    await page.goto('https://shop.example/next');
    assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
    assert.equal(cards.size, 0);
    assert.deepEqual(complaints.filter(isOfPage), []);
  });

  it('tokenize the card of a form', async () => {
    const tag = `<balcao-card-form pay-button="none" ${SETTINGS} order-id="42"></balcao-card-form>`;
    const { page, sandbox, complaints } = await open(SCRIPT + tag, asModule(findBlock('await form.tokenize()')));
    const logged = listen(page);
    await typeCard(page, '4111111111111111');
    await runModule(page);
    await waitUntil(() => logged.length > 0, 'the log');
    assert.deepEqual(logged, [`${sandbox.state().cards[0].cardId} visa 1111`]);
    assert.deepEqual(complaints, []);
  });

  it('pay by a method, in TypeScript', async () => {
    const files = await bundleModule(packed.project, findBlock('import type { PaymentOutcome }'));
    const { page, sandbox, complaints } = await open(CHECKOUT, files);
    await runModule(page);
    await page.locator('input[name=number][aria-invalid=true]').waitFor();
    assert.equal(sandbox.state().requests.length, 0);
    assert.deepEqual(complaints, []);
  });

  it('compute installments in Node', () => {
    writeFileSync(join(packed.project, 'plans.mjs'), findBlock('const plans = createInstallmentPlans({'));
    const { stdout, stderr } = spawnSync(process.execPath, ['plans.mjs'], { cwd: packed.project, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.deepEqual(stdout.replaceAll('\u00A0', ' ').trim().split('\n'), ['1 R$ 300,00', '2 R$ 306,00', '3 R$ 308,97']);
  });
});
