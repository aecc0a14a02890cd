/** `npm start`: what it says, and that a card is paid on its pages as they are, unbundled; all else of the demo is tested with a built one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from '../package/card-payment.mjs';
import { startDemo } from '../package/demo-process.mjs';
import { findFreePort } from '../package/documented-server.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { chooseMethod } from './static-demo.mjs';
import { tabTo } from './tabs.mjs';

const DOCUMENTED_PORT = 4174;
const APPROVED = /Pagamento aprovado/;

/** Takes a port; returns whether nobody else had it. */
async function takePort(test, port) {
  const server = createServer().listen(port, '127.0.0.1');
  test.after(() => server.close());
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}

async function assertIsSandbox(baseUrl) {
  const { cards } = await (await fetch(`${baseUrl}__sandbox/help`)).json();
  assert.ok(cards);
}

describe('npm start', () => {
  let port;
  let demo;
  let browser;
  before(async () => {
    port = await findFreePort();
    [demo, browser] = await Promise.all([startDemo({ SANDBOX_PORT: String(port) }), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    demo?.stop();
  });

  async function open(path = '') {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(demo.address + path);
    return page;
  }

  it('closes its shops on SIGTERM, and ends with 0', async () => {
    const own = await startDemo({ SANDBOX_PORT: '0', DEMO_DATA: 'memory' });
    assert.deepEqual(await own.terminate(), [0, null]);
  });

  it('prints the base URL of its sandbox', async () => {
    assert.equal(demo.sandbox, `http://127.0.0.1:${port}/demo/`);
    await assertIsSandbox(demo.sandbox);
    assert.doesNotMatch(demo.output(), /is taken/);
  });

  it('serves a frame of card fields on another origin, for its pages at either name of this machine', async () => {
    const [, pages] = /Local: +http:\/\/localhost:(\d+)\//.exec(demo.output()) ?? [];
    const [, ...frames] = /Frame: (\S+) .* at localhost; (\S+) for those at 127\.0\.0\.1/.exec(demo.output()) ?? [];
    assert.deepEqual(
      frames.map((url) => new URL(url).hostname),
      ['127.0.0.1', 'localhost'],
    );
    const frame = await fetch(frames[0]);
    assert.equal(frame.status, 200);
    const policy = frame.headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, new RegExp(`frame-ancestors http://localhost:${pages} http://127\\.0\\.0\\.1:${pages};`));
    assert.match(policy, new RegExp(`connect-src ${new URL(demo.sandbox).origin};`));
    assert.equal((await fetch(`${frames[0]}shop/token`)).status, 404);
  });

  it('says which port the sandbox has where the one of the documents is taken', async (test) => {
    const isOurs = await takePort(test, DOCUMENTED_PORT);
    const other = await startDemo();
    test.after(other.stop);
    const { port } = new URL(other.sandbox);
    // Who else had the port may have left it meanwhile.
    const isTaken = isOurs || port !== String(DOCUMENTED_PORT);
    assert.equal(other.output().includes(`Port ${DOCUMENTED_PORT} is taken: the sandbox is at ${port}.`), isTaken, other.output());
    await assertIsSandbox(other.sandbox);
  });

  it('has the shop, which is paid by card', async () => {
    const page = await open();
    await chooseMethod(page, 'card');
    assert.equal((await payByCard(page)).name, 'balcao-approved');
    await page.locator('[part=outcome]:visible', { hasText: APPROVED }).waitFor();
    await page.close();
  });

  for (const path of ['minimal.html', 'module.html'])
    it(`has a page of three lines that pays: ${path}`, async () => {
      const page = await open(path);
      // The sandbox has a port that the page cannot know.
      await page.locator('balcao-checkout').evaluate((checkout, url) => checkout.setAttribute('base-url', url), demo.sandbox);
      await page.locator('input[name=number]').focus();
      await page.keyboard.type('4111111111111111');
      for (const [name, text] of Object.entries({ expirationDate: '0131', securityCode: '737', holderName: 'MARIA DA SILVA' })) {
        await tabTo(page, name);
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await page.locator('[part=outcome]:visible', { hasText: APPROVED }).waitFor();
      await page.close();
    });
});
