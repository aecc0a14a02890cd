/** "Try it" of docs/recipes/pix-webhook.md, beside `npm start`: every command as printed, but for the ports. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { startDemo } from './demo-process.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createProgramRunner, findFreePort, moveAddresses, runCommands, waitFor, waitUntil } from './documented-server.mjs';
import { installPacked } from './packed.mjs';

describe('the Pix recipe beside the demo, as printed', () => {
  let packed;
  let runner;
  let browser;
  let demo;
  let shop;
  let move;

  before(async () => {
    packed = installPacked();
    runner = createProgramRunner(packed.project);
    demo = await startDemo({ SANDBOX_PORT: String(await findFreePort()) });
    const port = await findFreePort();
    shop = `http://127.0.0.1:${port}/`;
    move = (code) => moveAddresses(code, { service: demo.sandbox, shop });
    writeFileSync(join(packed.project, 'pix.html'), move(findBlock('<!-- pix.html -->')));
    writeFileSync(join(packed.project, 'pix.js'), findBlock('// pix.js'));
    const command = ['sh', '-c', `exec ${findBlock('node pix-shop.mjs')}`];
    const env = { SERVICE_URL: demo.sandbox, PORT: String(port) };
    runner.start({ name: 'pix-shop.mjs', code: findBlock('// pix-shop.mjs'), command, env });
    await waitFor(shop);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    demo?.stop();
    packed?.remove();
  });

  it('pays an order by the webhook with the page closed', { timeout: 60_000 }, async () => {
    runCommands(move(findBlock('"webhookUrl"')));
    const page = await (await browser.newContext()).newPage();
    await page.goto(shop);
    const known = page.waitForResponse((answer) => answer.url().endsWith('/shop/pix-charge'));
    await page.locator('balcao-pix [part~=pay-button]').click();
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.equal((await known).status(), 204);
    await page.context().close();

    const [playBank, askShop] = move(findBlock('"purpose":"pix","orderId":"42"')).split('\n');
    runCommands(playBank);
    await waitUntil(() => runCommands(askShop) === '{"closed":"paid"}', 'the paid order');
    assert.deepEqual(runner.complaints, []);
  });
});
