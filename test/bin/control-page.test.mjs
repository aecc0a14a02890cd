/** The control page of `balcao sandbox`, in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { root } from '../package/packed.mjs';
import { listen } from '../support/listen.mjs';
import { startSandboxProgram } from './program.mjs';
import { charge, createPix, post } from './sandbox-calls.mjs';

const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };

/** Sizes and schemes that the page is looked at in: with WHOLE=1 all, before a commit the first. */
const LOOKS = Object.entries(SIZES)
  .flatMap(([size, viewport]) => ['dark', 'light'].map((colorScheme) => ({ size, viewport, colorScheme })))
  .slice(0, process.env.WHOLE === '1' ? undefined : 1);

describe('the control page of the sandbox', () => {
  let browser;
  let sandbox;
  before(async () => {
    browser = await launchChromium();
    sandbox = await startSandboxProgram();
  });
  after(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  /** Opens the page of a room of its own. */
  async function open(room, options = {}) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(LIMIT_MS);
    const page = await context.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const baseUrl = sandbox.start.baseUrl.replace('/demo/', `/${room}/`);
    const response = await page.goto(`${baseUrl}__sandbox/`);
    await page.getByText('Running').waitFor();
    return { page, baseUrl, complaints, policy: response.headers()['content-security-policy'], close: () => context.close() };
  }

  const readState = async (baseUrl) => (await fetch(`${baseUrl}__sandbox/state`)).json();

  it('runs under a policy that allows no inline script, and no page around it', async () => {
    const { policy, complaints, close } = await open('policy');
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows charges with four digits of the card, and requests', async () => {
    const { page, baseUrl, close } = await open('charges');
    await page.getByText('No card was charged yet.').waitFor();
    await charge(baseUrl);
    const row = page.locator('#charges tbody tr');
    await row.waitFor();
    assert.match(await row.innerText(), /R\$\s149,90\s+1\s+merchant\s+•••• 1111/);
    await page.locator('#requests').getByText('card/processPayment').waitFor();
    assert.doesNotMatch(await page.locator('#charges, #requests').allInnerTexts().then(String), /4111/);
    await close();
  });

  it('pays a Pix charge by keyboard, with the focus kept', async () => {
    const { page, baseUrl, close } = await open('pix');
    await createPix(baseUrl);
    const pay = page.getByRole('button', { name: /^Pay it: Pix of R\$\s20,00/ });
    await pay.focus();
    await page.keyboard.press('Enter');
    await page
      .locator('#pix')
      .getByText(/paid at/)
      .waitFor();
    assert.equal((await readState(baseUrl)).pix[0].state, 'paid');
    assert.ok(await pay.evaluate((button) => button === document.activeElement));
    await close();
  });

  it('shows each notice to the webhook address, whether it was delivered and in how many tries', async () => {
    // The second try is answered once the page has shown that the first one failed: it asks for the state once a second.
    let tries = 0;
    let deliver = () => {};
    /** @type {Promise<void>} */
    const isSeen = new Promise((resolve) => (deliver = resolve));
    const shop = createServer((_, response) => {
      tries += 1;
      if (tries === 1) response.writeHead(500).end();
      else void isSeen.then(() => response.writeHead(204).end());
    });
    const port = await listen(shop);
    const { page, baseUrl, close } = await open('notices');
    await page.getByText('No notice yet.').waitFor();
    const address = `http://127.0.0.1:${port}/shop/webhook`;
    await post(baseUrl, '__sandbox/options', { webhookUrl: address });
    await createPix(baseUrl);
    await post(baseUrl, '__sandbox/pix', { action: 'settle' });
    const row = page.locator('#notices tbody tr');
    await row.getByText('not yet').waitFor();
    deliver();
    await row.getByText('yes', { exact: true }).waitFor();
    assert.deepEqual((await row.locator('td').allInnerTexts()).slice(1), [address, 'yes', '2']);
    shop.close();
    await close();
  });

  it('puts forward the payment of a Pix charge that waits, and leaves it possible, plainly, for one that does not', async () => {
    const { page, baseUrl, close } = await open('pix-late');
    await createPix(baseUrl);
    const pay = page.getByRole('button', { name: /^Pay it: Pix of R\$\s20,00/ });
    await page.locator('#pix button.main', { hasText: 'Pay it' }).waitFor();
    await pay.click();
    await page.locator('#pix button:not(.main)', { hasText: 'Pay it' }).waitFor();
    assert.ok(await pay.isEnabled());
    await close();
  });

  it('plans a fault for the next request, and forgets it', async () => {
    const { page, baseUrl, close } = await open('faults');
    await page.getByLabel('What happens').selectOption('402');
    await page.getByText('402 with success false and a message').waitFor();
    await page.getByRole('button', { name: 'Plan it' }).click();
    await page.getByText('Planned for processPayment: 402, 1 times.').waitFor();
    assert.equal((await charge(baseUrl)).status, 402);
    const planned = page.waitForResponse((response) => response.url().endsWith('/faults'));
    await page.getByRole('button', { name: 'Plan it' }).click();
    await planned;
    await page.getByRole('button', { name: 'Forget what is planned' }).click();
    await page.getByText('Nothing is planned.').waitFor();
    assert.equal((await charge(baseUrl)).status, 200);
    await close();
  });

  it('issues a token that the service accepts', async () => {
    const { page, baseUrl, close } = await open('tokens');
    await page.getByRole('button', { name: 'Issue a token' }).click();
    const issued = page.locator('#token-result', { hasText: 'sandbox.' });
    await issued.waitFor();
    const headers = { Authorization: `Bearer ${await issued.innerText()}` };
    assert.notEqual((await post(baseUrl, 'card/tokenize', {}, headers)).status, 401);
    await page.getByRole('button', { name: 'Revoke all tokens' }).click();
    await page.getByText('No token is valid now.').waitFor();
    assert.equal((await post(baseUrl, 'card/tokenize', {}, headers)).status, 401);
    await close();
  });

  it('sets the variant, and says what is wrong with one', async () => {
    const { page, baseUrl, close } = await open('variant');
    await page.getByLabel('pixCode').selectOption('static');
    await page.getByLabel('magic').selectOption('false');
    await page.getByLabel('environment').selectOption('live');
    await page.getByLabel('tokenLifeSeconds').fill('60');
    await page.getByRole('button', { name: 'Use this variant' }).click();
    await page.getByText('The service behaves like this from now on.').waitFor();
    const { body } = await post(baseUrl, '__sandbox/options', {});
    assert.deepEqual(
      [body.pixCode, body.magic, body.environment, body.tokenLifeSeconds, body.cors],
      ['static', false, 'live', 60, 'strict'],
    );
    assert.equal((await post(baseUrl, '__sandbox/token', {})).body.environment, 'live');
    await page.getByLabel('webhookUrl').fill('https://shop.example/');
    await page.getByRole('button', { name: 'Use this variant' }).click();
    await page.locator('#variant-result.bad', { hasText: 'webhookUrl' }).waitFor();
    await close();
  });

  it('has no flaw that axe finds, and fits', async () => {
    const { page, baseUrl, close } = await open('axe', { bypassCSP: true });
    await charge(baseUrl);
    await createPix(baseUrl);
    await page.locator('#pix li').waitFor();
    await page.locator('#charges tbody tr').waitFor();
    await page.evaluate(AXE);
    for (const { size, viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        ([width, scheme]) =>
          innerWidth === width && matchMedia(`(prefers-color-scheme: ${scheme})`).matches && document.getAnimations().length === 0,
        [viewport.width, colorScheme],
      );
      const violations = await page.evaluate(async () => {
        const results = await globalThis.axe.run();
        return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      assert.deepEqual(violations, [], `${size}, ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${size}, ${colorScheme}`);
    }
    await close();
  });
});
