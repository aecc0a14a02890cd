/** The first page of docs/recipes and the captcha beside another, tried as printed; `documented-recipes.ci.test.mjs` has the other pages. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { typeCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { importModule } from './documented-modules.mjs';
import { createTokenEndpoint, html, js, openRecipe } from './documented-page.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

describe('the recipes for pages, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  it('a pay button of your own pays once, and leads on', async () => {
    const sandbox = createSandbox();
    const files = {
      '/': html(findBlock('src="/finish.js"')),
      '/finish.js': js(findBlock('// finish.js')),
      '/obrigado': html('<!doctype html><title>Obrigado</title>'),
    };
    const { page, complaints } = await openRecipe(browser, { files, endpoints: { '/shop/token': createTokenEndpoint(sandbox) }, sandbox });
    const button = page.locator('#finish');
    await page.locator('input[name=number]').waitFor();
    assert.equal(await page.locator('[part~=pay-button]').count(), 0);

    await button.click();
    await page.locator('input[name=number][aria-invalid=true]').waitFor();
    assert.equal(sandbox.state().charges.length, 0);

    await typeCard(page, '4111111111111111');
    await Promise.all([page.waitForURL('https://shop.example/obrigado'), button.dblclick()]);
    assert.equal(sandbox.state().charges.length, 1);
    assert.deepEqual(complaints, []);
  });
});

describe('the captcha of the recipe', () => {
  it('is good for so many tokens and for so long', async (test) => {
    const { createCaptchaDesk } = await importModule(test, 'captcha-desk.mjs', findBlock('// captcha-desk.mjs'));
    let now = 0;
    const desk = createCaptchaDesk(
      async () => true,
      () => now,
    );
    assert.equal(desk.mayHaveToken('a', 'card-payment'), false);
    assert.equal(await desk.solve('a', {}), 422);
    assert.equal(await desk.solve('a', { response: 'x' }), 204);
    assert.deepEqual(
      ['card-payment', 'pix', 'card-payment', 'pix-status'].map((purpose) => desk.mayHaveToken('a', purpose)),
      [true, true, false, true],
    );
    await desk.solve('a', { response: 'x' });
    now = 120_001;
    assert.equal(desk.mayHaveToken('a', 'pix'), false);
    assert.equal(desk.mayHaveToken('b', 'pix'), false);
  });
});
