/** The JSON of the documents, used as printed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createTokenEndpoint, openRecipe } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

describe('the JSON of the documents', () => {
  it('of an attempt is what a page tells the shop', async (test) => {
    const browser = await launchChromium();
    test.after(() => browser.close());
    const sandbox = createSandbox();
    const attempts = [];
    const body = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><script src="/balcao/balcao.min.js"></script>
      <balcao-checkout base-url="https://payments.example/" token-url="/shop/token" notify-url="/shop/notify" amount="149.90"
      order-id="42" max-installments="3" default-installments="3"></balcao-checkout>`;
    const notify = async (attempt) => [204, void attempts.push(attempt)];
    const endpoints = { '/shop/token': createTokenEndpoint(sandbox), '/shop/notify': notify };
    const { page } = await openRecipe(browser, { files: { '/': { type: 'html', body } }, endpoints, sandbox });
    const printed = JSON.parse(findBlock('"attemptId": "6f1f0c0e'));
    sandbox.fault('processPayment', '503-after-charge');
    assert.equal((await payByCard(page)).status, 'unconfirmed');
    await waitUntil(() => attempts.some(({ state }) => state === 'unconfirmed'), 'the notice');
    const attempt = attempts.find(({ state }) => state === 'unconfirmed');
    for (const name of ['attemptId', 'startedAt', 'settledAt']) {
      assert.equal(String(attempt[name]).length, String(printed[name]).length, name);
      printed[name] = attempt[name];
    }
    assert.deepEqual(attempt, printed);
  });
});
