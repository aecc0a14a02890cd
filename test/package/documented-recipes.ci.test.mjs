/** The pages of docs/recipes, tried as printed, in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard, pressPay } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { importModule } from './documented-modules.mjs';
import { createTokenEndpoint, html, js, openRecipe } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };

describe('the recipes for pages, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  it('a pay button of your own makes the Pix code where Pix is chosen', async () => {
    const sandbox = createSandbox();
    const files = {
      '/': html(findBlock('src="/finish.js"')),
      '/finish.js': js(findBlock('// finish.js')),
    };
    const { page } = await openRecipe(browser, { files, endpoints: { '/shop/token': createTokenEndpoint(sandbox) }, sandbox });
    await page.locator('balcao-checkout [part~=method-pix]').click();
    await page.locator('#finish').click();
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.equal(sandbox.state().pix.length, 1);
  });

  it('a theme gives way to the colours, parts and words of a shop', async () => {
    const sandbox = createSandbox();
    const files = {
      '/': html(findBlock('href="/calm.css"')),
      '/calm.css': { type: 'css', body: readFileSync(join(root, 'dist/themes/calm.css'), 'utf8') },
      '/shop.css': { type: 'css', body: findBlock('light-dark(') },
    };
    const { page, complaints } = await openRecipe(browser, { files, endpoints: { '/shop/token': createTokenEndpoint(sandbox) }, sandbox });
    const button = page.locator('balcao-card-form [part~=pay-button]');
    await button.getByText('Concluir compra: R$').waitFor();
    const read = () =>
      button.evaluate((element) => {
        const { backgroundColor, textTransform, borderRadius } = getComputedStyle(element);
        return { backgroundColor, textTransform, borderRadius };
      });
    const looks = { textTransform: 'uppercase', borderRadius: '4px' };
    assert.deepEqual(await read(), { ...looks, backgroundColor: 'rgb(91, 42, 134)' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitUntil(async () => (await read()).backgroundColor === 'rgb(207, 168, 240)', 'the colour of dark pages');
    assert.deepEqual(await read(), { ...looks, backgroundColor: 'rgb(207, 168, 240)' });
    await page.getByText('Como você quer pagar?').waitFor();
    await page.getByText('Fale com a gente').waitFor();

    assert.deepEqual(await payByCard(page, '4111111111111111'), PAID);
    await page.getByText('Enviamos o recibo para o seu e-mail.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('a layout of your own has every part, one order, one outcome, headings for what is shown, and the part of the style sheet', async () => {
    const sandbox = createSandbox();
    const css = findBlock('balcao-card-form::part(form)');
    const files = {
      '/': html(findBlock('<balcao-pix></balcao-pix>')),
      '/shop.css': { type: 'css', body: css },
      '/headings.js': js(findBlock('// headings.js')),
    };
    const { page, complaints } = await openRecipe(browser, {
      files,
      endpoints: { '/shop/token': createTokenEndpoint(sandbox) },
      sandbox,
    });
    const pix = page.locator('balcao-checkout > balcao-pix');
    await pix.locator('[part~=pay-button]').waitFor();
    assert.equal(await page.locator('balcao-checkout [name=method]').count(), 0);
    const readHeadings = () => page.locator('balcao-checkout > h2:visible').allTextContents();
    const waitForHeadings = (...texts) => waitUntil(async () => (await readHeadings()).join() === texts.join(), `the headings ${texts}`);
    await waitForHeadings('Cartões salvos', 'Outro cartão', 'Pix');
    const measure = () => page.locator('balcao-card-form [part~=form]').evaluate((form) => form.getBoundingClientRect().width);
    assert.equal(await measure(), 480);

    assert.deepEqual(await payByCard(page, '4111111111111111'), PAID);
    const outcome = page.locator('[part~=outcome]').filter({ hasText: 'Pagamento aprovado' });
    await outcome.waitFor();
    await pix.locator('[part~=pay-button]').waitFor({ state: 'detached' });
    assert.equal(await outcome.count(), 1);
    assert.equal(await page.locator('balcao-card-form').locator(outcome).count(), 1);
    await waitForHeadings();
    await page.reload();
    await outcome.waitFor();
    await waitForHeadings();
    await pix.locator('[part~=pay-button]').waitFor({ state: 'detached' });
    assert.equal(await outcome.count(), 1);
    assert.equal(sandbox.state().charges.length, 1);
    assert.deepEqual(complaints, []);
  });

  it('an unconfirmed order is paid by the word of resolve-url', async () => {
    const sandbox = createSandbox();
    const states = [];
    let word = 'unknown';
    let asked = 0;
    const endpoints = {
      '/shop/token': createTokenEndpoint(sandbox),
      '/shop/notify': async ({ state }) => [204, void states.push(state)],
      '/shop/resolve': async () => {
        asked += 1;
        return [200, { status: word }];
      },
    };
    const files = { '/': html(findBlock('<balcao-checkout\n    resolve-url="/shop/resolve"')) };
    const { page } = await openRecipe(browser, { files, endpoints, sandbox });
    assert.deepEqual(await payByCard(page, '4000000000000119'), { name: 'balcao-unconfirmed', status: 'unconfirmed', code: undefined });
    asked = 0;
    await page.reload();
    const outcome = page.locator('balcao-checkout [part~=outcome]');
    await outcome.getByText('Não pague de novo').waitFor();
    await waitUntil(() => states.includes('unconfirmed'), 'a notice');
    assert.equal(states[0], 'open');
    await waitUntil(() => asked > 0, 'the question on load');

    word = 'charged';
    await page.locator('balcao-checkout [part~=check-button]').click();
    await outcome.getByText('Pagamento aprovado').waitFor();
    assert.equal(sandbox.state().charges.length, 1);
  });

  it('an unconfirmed order is freed by hand', async () => {
    const sandbox = createSandbox();
    const files = {
      '/': html(findBlock('<balcao-checkout\n    resolve-url="/shop/resolve"')),
      '/pedidos/42/liberar': html(findBlock('<!-- /pedidos/42/liberar -->')),
      '/free.js': js(findBlock('// free.js')),
    };
    const { page } = await openRecipe(browser, { files, endpoints: { '/shop/token': createTokenEndpoint(sandbox) }, sandbox });
    sandbox.fault('processPayment', '500');
    assert.equal((await payByCard(page, '4111111111111111')).status, 'unconfirmed');

    await page.goto('https://shop.example/pedidos/42/liberar');
    await page.getByText('Você já pode pagar o pedido de novo.').waitFor();
    await page.goto('https://shop.example/');
    assert.deepEqual(await payByCard(page, '4111111111111111'), PAID);
    assert.equal(sandbox.state().charges.length, 1);
  });

  it('a captcha stands before the charge, in the page and at the token endpoint', async (test) => {
    const sandbox = createSandbox();
    const { createCaptchaDesk } = await importModule(test, 'captcha-desk.mjs', findBlock('// captcha-desk.mjs'));
    const desk = createCaptchaDesk(async (response) => response === 'solved');
    const endpoints = {
      '/shop/captcha': async (body) => [await desk.solve('session', body), {}],
      '/shop/token': async ({ purpose }) => (desk.mayHaveToken('session', purpose) ? [200, sandbox.issueToken()] : [403, {}]),
    };
    const files = {
      '/': html(findBlock('src="/check.js"')),
      '/check.js': js(findBlock('// check.js')),
      '/captcha.js': js(`let calls = 0; export const solve = async () => (++calls === 1 ? 'robot' : 'solved');`),
    };
    const { page } = await openRecipe(browser, { files, endpoints, sandbox });
    assert.equal((await payByCard(page, '4111111111111111')).status, 'failed');
    assert.equal(desk.mayHaveToken('session', 'card-payment'), false);
    assert.equal(sandbox.state().requests.length, 0);

    assert.deepEqual(await pressPay(page), PAID);
    assert.equal(sandbox.state().charges.length, 1);
  });

  it('an order that is made now is made once, and is known after a reload', async (test) => {
    const sandbox = createSandbox();
    const { createOrderDesk } = await importModule(test, 'order-desk.mjs', findBlock('// order-desk.mjs'));
    let made = 0;
    const desk = createOrderDesk(async (cart) => ({ orderId: String(42 + made++), amount: cart.amount }));
    const cart = { amount: '149.90' };
    const endpoints = {
      '/shop/order': async () => [200, await desk.findOrMake('session', cart)],
      '/shop/token': createTokenEndpoint(sandbox),
    };
    const markup = (settings) => `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><script src="/balcao/balcao.min.js"></script>
      <script type="module" src="/order.js"></script>
      <balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" ${settings}></balcao-checkout>`;
    const files = { '/': html(markup('')), '/order.js': js(findBlock('// order.js')) };
    const { page } = await openRecipe(browser, { files, endpoints, sandbox });
    assert.equal((await payByCard(page, '4000000000000002')).status, 'declined');
    await page.reload();
    assert.equal((await payByCard(page, '4000000000000119')).status, 'unconfirmed');
    assert.equal(made, 1);

    const { orderId } = await desk.findOrMake('session', cart);
    files['/'].body = markup(`order-id="${orderId}"`);
    await page.context().route('https://shop.example/', (route) => route.fulfill({ contentType: 'text/html', body: files['/'].body }));
    await page.reload();
    await page.locator('balcao-checkout [part~=outcome]').getByText('Não pague de novo').waitFor();
    assert.equal(sandbox.state().charges.length, 1);
    desk.close('session');
    assert.equal((await desk.findOrMake('session', cart)).orderId, '43');
  });
});
