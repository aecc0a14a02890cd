/** The pages and tags of the documents, opened in Chromium as printed, with the sandbox behind them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard, pressPay, typeCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { listUnclaimed } from './documented-claims.mjs';
import { createTokenEndpoint, openRecipe, POLICY } from './documented-page.mjs';
import { moveAddresses, waitUntil } from './documented-server.mjs';
import { listenFor } from './page-events.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const integrity = JSON.parse(readFileSync(join(root, 'dist/integrity.json'), 'utf8'));
const SERVICE = 'https://payments.example/';
const SCRIPT = '<script src="/balcao.min.js"></script>';
const CHECKOUT =
  '<balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-checkout>';
const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };

/** What a tag's own settings make the page say, by a text that the tag has. */
const SAYS = {
  '"pay": "Concluir: {amount}"': 'Concluir: R$ 300,00',
  '"feeMode": "add"': '3x de R$ 102,99',
  '"financedBy": "Banco Exemplo S.A."': 'Banco Exemplo S.A.',
  'pix-amount="142.41"': 'R$ 142,41',
  'slot="card-consent"': 'Guardamos o cartão na operadora de pagamentos.',
};

const readScript = (file) => ({ type: 'js', body: readFileSync(join(root, 'dist', file), 'utf8') });
const describeTag = (code) => /<balcao-[\s\S]*?>/.exec(code)?.[0].replaceAll(/\s+/g, ' ') ?? code;

/** A page stands as it is; a tag stands in one, after the script. */
function createPage(code, head = SCRIPT) {
  const isPage = /^<!doctype/m.test(code);
  return { type: 'html', body: isPage ? code : `<!doctype html><html lang="pt-BR"><meta charset="utf-8">${head}${code}` };
}

/** The policy of the documents, with the hashes of the scripts and styles that stand in a page. */
function createPolicy(html) {
  const hash = ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allow = (directive, inline) => [directive, ...Array.from(html.matchAll(inline), hash)].join(' ');
  return POLICY.replace("script-src 'self'", (self) => allow(self, /<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)).replace(
    "style-src 'self'",
    (self) => allow(self, /<style>([\s\S]*?)<\/style>/g),
  );
}

/** Opens a block as a page of a shop. */
async function openBlock(browser, code, { sandbox = createSandbox(), files = {}, endpoints = {}, head, policy } = {}) {
  const page = createPage(moveAddresses(code, { service: SERVICE }), head);
  const opened = await openRecipe(browser, {
    files: { '/': page, '/dist/balcao.min.js': readScript('balcao.min.js'), ...files },
    endpoints: { '/shop/token': createTokenEndpoint(sandbox), ...endpoints },
    sandbox,
    policy: policy ?? createPolicy(page.body),
  });
  return { sandbox, ...opened };
}

/** All that a page says, shadow roots included. */
async function readText(page) {
  const text = await page.evaluate(() => {
    const read = (node) =>
      [...node.childNodes].map((child) => child.data ?? (child.shadowRoot ? read(child.shadowRoot) : '') + read(child)).join(' ');
    return read(document.body);
  });
  return text.replaceAll(/\s+/g, ' ');
}

async function makePixCode(page) {
  const outcome = await listenFor(page, ['balcao-pix-created', 'balcao-failed']);
  await page.locator('balcao-pix [part~=pay-button]').click();
  return outcome();
}

describe('each page of the documents, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  for (const { code, files } of listUnclaimed('html')) {
    it(`takes a payment without a complaint: ${files[0]}: ${describeTag(code)}`, async () => {
      const { page, complaints, sandbox } = await openBlock(browser, code);
      const ways = page.locator('input[name=number]:visible, balcao-pix [part~=pay-button]:visible');
      await ways.first().waitFor();
      const [, says] = Object.entries(SAYS).find(([text]) => code.includes(text)) ?? [];
      if (says) await waitUntil(async () => (await readText(page)).includes(says), says);
      if ((await ways.first().getAttribute('name')) === 'number') assert.deepEqual(await payByCard(page), PAID);
      else assert.equal((await makePixCode(page)).name, 'balcao-pix-created');
      const { charges, pix } = sandbox.state();
      assert.equal(charges.length + pix.length, 1);
      assert.deepEqual(complaints, []);
    });
  }

  it('every text that a tag is to make the page say is of a tag', () => {
    assert.deepEqual(
      Object.keys(SAYS).filter((text) => !listUnclaimed('html').some(({ code }) => code.includes(text))),
      [],
    );
  });
});

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
    await page.evaluate(() => document.querySelector('balcao-checkout').setAttribute('customer-id', 'c-7f3a'));
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
        return giveToken(request);
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
      await Balcao.indexedDbCardStore({ customerId: 'c-7f3a' }).add(saved);
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
    const payFile = Object.keys(integrity).find((name) => name.startsWith('lazy/pay-'));
    const head = findBlock('<script type="importmap">')
      .replace('"/balcao/lazy/pay-HASH.js": "sha384-VALUE"', `"/balcao/${payFile}": "${integrity[payFile]}"`)
      .replaceAll('sha384-VALUE', integrity['balcao.js']);
    const files = Object.fromEntries(Object.keys(integrity).map((file) => [`/balcao/${file}`, readScript(file)]));
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
