/** The tags of the documents that need something beside them, opened in Chromium as printed, with the sandbox behind them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard, pressPay, typeCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { POLICY, createTokenEndpoint, makePixCode, openBlock, readDist, readText } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const integrity = JSON.parse(readFileSync(join(root, 'dist/integrity.json'), 'utf8'));
const SERVICE = 'https://payments.example/';
const CHECKOUT =
  '<balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-checkout>';
const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };

describe('the tags that need something beside them, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  it('a relay adds the token, and the page asks for none', async () => {
    const sandbox = createSandbox();
    const relay = async (body) => {
      const headers = { Authorization: `Bearer ${sandbox.issueToken().token}`, 'Content-Type': 'application/json' };
      const answer = await sandbox(new Request(`${SERVICE}card/processPayment`, { method: 'POST', headers, body: JSON.stringify(body) }));
      return [answer.status, await answer.json()];
    };
    const endpoints = { '/payments/card/processPayment': relay, '/shop/token': undefined };
    const { page, complaints } = await openBlock(browser, findBlock('base-url="/payments/"'), { sandbox, endpoints });
    assert.deepEqual(await payByCard(page), PAID);
    assert.deepEqual(complaints, []);
  });

  it('a profile says how the service writes an expiry and deletes a card', async () => {
    const sandbox = createSandbox({ basePath: '/v2/' });
    sandbox.configure({ cardExpiration: 'MM/YYYY', deleteMethod: 'DELETE', deleteId: 'path' });
    const { page } = await openBlock(browser, findBlock('{ "profile": { "cardExpiration"'), { sandbox });
    // A card that is declined is not kept: its token is deleted.
    await page.evaluate(() => document.querySelector('balcao-checkout')?.setAttribute('customer-id', 'c-7f3a'));
    await page.locator('input[name=saveCard]').check();
    assert.equal((await payByCard(page, '4000000000000002')).status, 'declined');
    await waitUntil(() => sandbox.state().cards[0]?.deletedAt !== undefined, 'the deletion');
    assert.equal(sandbox.state().cards[0].expirationDate, '01/2031');
  });

  it('a profile sends the key of an attempt to a service that knows it', async () => {
    const sandbox = createSandbox({ basePath: '/v2/' });
    sandbox.configure({ idempotency: 'header' });
    const { page, complaints } = await openBlock(browser, findBlock('"header": "Idempotency-Key"'), { sandbox });
    assert.deepEqual(await payByCard(page), PAID);
    assert.match(sandbox.state().charges[0].idempotencyKey, /^[\w-]{8,}$/);
    assert.deepEqual(complaints, []);
  });

  it('a profile says who may be paid by Pix, and nobody else is', async () => {
    const { page } = await openBlock(browser, findBlock('{ "profile": { "pixHosts"'));
    await page.locator('balcao-checkout [part~=method-pix]').click();
    assert.deepEqual(await makePixCode(page), { name: 'balcao-failed', status: 'failed', code: 'pix-receiver-mismatch' });
  });

  it('a form of the shop gets the identifier of a card, and no card', async () => {
    const policy = POLICY.replace("form-action 'none'", "form-action 'self'");
    const { page, complaints, sandbox } = await openBlock(browser, findBlock('<form action="/shop/orders"'), { policy });
    let posted;
    await page.route('**/shop/orders', (route) => {
      posted = route.request().postData();
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    });
    await typeCard(page, '4111111111111111');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await waitUntil(() => posted !== undefined, 'the form');
    assert.equal(posted, `card=${sandbox.state().cards[0].cardId}`);
    assert.deepEqual(complaints, []);
  });

  it('an account page shows the cards and deletes them, and asks for no order', async () => {
    const sandbox = createSandbox();
    const purposes = [];
    const giveToken = createTokenEndpoint(sandbox);
    const endpoints = {
      '/shop/token': async (request) => {
        purposes.push(request.purpose);
        return giveToken();
      },
    };
    const { page, complaints } = await openBlock(browser, findBlock('<h1>Meus cartões</h1>'), { sandbox, endpoints });
    const headers = { Authorization: `Bearer ${sandbox.issueToken().token}`, 'Content-Type': 'application/json' };
    const card = {
      number: '4111111111111111',
      holderName: 'MARIA DA SILVA',
      expirationDate: '01/31',
      securityCode: '737',
      name: 'Visa final 1111',
    };
    const answer = await sandbox(new Request(`${SERVICE}card/tokenize`, { method: 'POST', headers, body: JSON.stringify(card) }));
    const { cardId } = await answer.json();
    await page.evaluate(async (id) => {
      const saved = { cardId: id, name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' };
      await globalThis.Balcao.indexedDbCardStore({ customerId: 'c-7f3a' }).add(saved);
    }, cardId);
    await page.locator('[part~=delete-button]').click();
    assert.doesNotMatch(await readText(page), /R\$|Parcelas|outro cartão/);
    await page.locator('[part~=confirm-delete]').click();
    await waitUntil(() => sandbox.state().cards[0].deletedAt !== undefined, 'the deletion');
    await page.getByText('Nenhum cartão salvo.').waitFor();
    assert.deepEqual(purposes, ['card-token']);
    assert.deepEqual(complaints, []);
  });

  it('the script is loaded with the hash of integrity.json', async () => {
    const head = findBlock('sha384-VALUE-FROM-INTEGRITY.JSON').replace('sha384-VALUE-FROM-INTEGRITY.JSON', integrity['balcao.min.js']);
    const { page, complaints } = await openBlock(browser, CHECKOUT, { head });
    assert.deepEqual(await payByCard(page), PAID);
    assert.deepEqual(complaints, []);
  });

  it('an import map holds the module and what it loads to their hashes', async () => {
    const [payFile] = Object.keys(integrity).filter((name) => name.startsWith('lazy/pay-'));
    const head = findBlock('<script type="importmap">')
      .replace('"/balcao/lazy/pay-HASH.js": "sha384-VALUE"', `"/balcao/${payFile}": "${integrity[payFile]}"`)
      .replaceAll('sha384-VALUE', integrity['balcao.js']);
    const files = readDist('/balcao/');
    const good = await openBlock(browser, CHECKOUT, { head, files });
    assert.deepEqual(await payByCard(good.page), PAID);
    assert.deepEqual(good.complaints, []);

    files[`/balcao/${payFile}`].body += '\n';
    const { page, complaints } = await openBlock(browser, CHECKOUT, { head, files });
    await typeCard(page, '4111111111111111');
    await waitUntil(() => complaints.some((text) => /integrity/.test(text)), 'a word of the hash');
    assert.notEqual((await pressPay(page)).status, 'approved');
  });
});
