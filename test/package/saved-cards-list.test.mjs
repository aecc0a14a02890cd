/** How soon the list of saved cards of the script tags can be used: with its own file, before what pays is there. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { createTokenEndpoint, openRecipe } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked, root } from './packed.mjs';
import { listenFor } from './page-events.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const integrity = JSON.parse(readFileSync(join(root, 'dist/integrity.json'), 'utf8'));
const CUSTOMER = 'c-7f3a';
const SETTINGS = `customer-id="${CUSTOMER}" base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"`;
const MODULE = '<script type="module" src="/balcao/balcao.js"></script>';
const CLASSIC = '<script src="/balcao/balcao.min.js"></script>';

/** The script-tag files as a shop serves them. */
const SCRIPTS = Object.fromEntries(
  Object.keys(integrity)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [`/balcao/${file}`, { type: 'js', body: readFileSync(join(root, 'dist', file), 'utf8') }]),
);

function createHtml(body, head = '', script = MODULE) {
  return { type: 'html', body: `<!doctype html><html lang="pt-BR"><meta charset="utf-8">${head}${script}${body}` };
}

/** Tokenizes a card at the sandbox: what a store keeps of it. */
async function tokenize(sandbox) {
  const { token } = sandbox.issueToken();
  const card = {
    holderName: 'MARIA DA SILVA',
    expirationDate: '01/31',
    number: '4111111111111111',
    securityCode: '737',
    name: 'Visa final 1111',
  };
  const answer = await sandbox(
    new Request('https://payments.example/card/tokenize', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(card),
    }),
  );
  const { cardId } = await answer.json();
  return { cardId, name: card.name, brand: 'visa', last4: '1111', expiration: '01/2031' };
}

/** Opens a page of a shopper who has a card on the device; files of `held` wait until `release()`. Notes which of the scripts were asked for. */
async function openWithCard(browser, { page: file, held = /^$/, endpoints = {} }) {
  const sandbox = createSandbox();
  const files = { '/': createHtml(''), '/checkout': file, ...SCRIPTS };
  const { page, complaints } = await openRecipe(browser, {
    files,
    endpoints: { '/shop/token': createTokenEndpoint(sandbox), ...endpoints },
    sandbox,
  });
  const card = await tokenize(sandbox);
  await page.evaluate(
    async ({ customerId, saved }) => {
      await customElements.whenDefined('balcao-checkout');
      await globalThis.Balcao.indexedDbCardStore({ customerId }).add(saved);
    },
    { customerId: CUSTOMER, saved: card },
  );
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname in SCRIPTS) asked.push(pathname.replace(/-[\w-]{8}\.js$/, ''));
  });
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.context().route(
    (url) => held.test(url.pathname),
    async (route) => {
      await released;
      await route.fallback();
    },
  );
  await page.goto('https://shop.example/checkout', { waitUntil: 'commit' });
  return { page, sandbox, card, asked, complaints, release };
}

describe('the list of saved cards', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  it('is used without what pays; pressed before it is there, the button pays once', async () => {
    const { page, sandbox, card, asked, complaints, release } = await openWithCard(browser, {
      page: createHtml(`<balcao-checkout ${SETTINGS}></balcao-checkout>`),
      held: /\/lazy\/(?!saved-cards-)/,
    });
    await page.locator('[part~=card-name]').click();
    assert.equal(await page.locator('balcao-saved-cards').evaluate(({ value }) => value), card.cardId);
    const outcome = await listenFor(page, ['balcao-approved', 'balcao-failed', 'balcao-declined', 'balcao-unconfirmed']);
    await page.locator('balcao-saved-cards [part~=pay-button]').dblclick();
    await page.locator('balcao-saved-cards').getByText('Processando o pagamento').waitFor();
    assert.equal(sandbox.state().charges.length, 0);
    release();
    assert.equal((await outcome()).status, 'approved');
    await page.locator('balcao-saved-cards').getByText('Pagamento aprovado').waitFor();
    assert.equal(sandbox.state().charges.length, 1);
    assert.deepEqual(asked.toSorted().filter((file) => !/pix$/.test(file)), ['/balcao/balcao.js', '/balcao/lazy/pay', '/balcao/lazy/saved-cards']); // prettier-ignore
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  for (const [name, script] of Object.entries({ module: MODULE, 'classic script': CLASSIC }))
    it(`is loaded once, together with the ${name}, where the page preloads its file as documented`, async (test) => {
      const packed = installPacked();
      test.after(() => packed.remove());
      const path = join(packed.project, 'list-preload.mjs');
      writeFileSync(path, findSnippet('docs/saved-cards.md', '// list-preload.mjs'));
      const { listPreload } = await import(pathToFileURL(path).href);
      const { page, asked, complaints, release } = await openWithCard(browser, {
        page: createHtml(`<balcao-checkout ${SETTINGS}></balcao-checkout>`, listPreload, script),
        held: /\/balcao(?:\.min)?\.js$/,
      });
      await waitUntil(() => asked.includes('/balcao/lazy/saved-cards'), 'the list, before the script');
      release();
      await page.locator('[part~=card-name]').waitFor();
      assert.equal(asked.filter((file) => file.endsWith('saved-cards')).length, 1);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
});
