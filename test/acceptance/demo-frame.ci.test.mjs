/** The demo with its servers, as `npm start` has them, with the card typed into a frame of another origin, by keyboard alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findFocus } from '../package/isolated-page.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { act, startScenario } from './scenarios.mjs';
import { startServedDemo } from './served-demo.mjs';
import { MOST_TABS } from './tabs.mjs';
import { openBench } from './static-demo.mjs';

const CARD = { number: '4111111111111111', expirationDate: '0131', securityCode: '737', holderName: 'MARIA DA SILVA' };
const NAMES = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

describe('the demo, with the card in a frame', () => {
  let demo;
  let browser;

  before(async () => {
    [demo, browser] = await Promise.all([startServedDemo(), launchChromium()]);
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  /** The demo at a name of this machine, with the frame switched on by its control. */
  async function open(name) {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`http://${name}:${demo.port}/`);
    await page.locator('[part~=method-saved-cards]').waitFor();
    await openBench(page, 'Página e loja');
    const choice = page.getByRole('radio', { name: 'Na página' });
    await choice.focus();
    await page.keyboard.press('ArrowRight');
    const frameUrl = await page.locator('#checkout').getAttribute('frame-url');
    const findFrame = () => page.frames().find((frame) => frame.url().startsWith(frameUrl));
    return { page, complaints, frameUrl, findFrame };
  }

  for (const [name, otherName] of Object.entries(NAMES)) {
    it(`pays by keyboard alone from ${name}, the frame at ${otherName}`, async () => {
      const { page, complaints, frameUrl, findFrame } = await open(name);
      assert.equal(new URL(frameUrl).hostname, otherName);
      assert.match(await page.locator('#frame-note').innerText(), new RegExp(`${frameUrl}: esta página não lê`));
      assert.match(await page.locator('#snippet').textContent(), new RegExp(`^  frame-url="${frameUrl}"$`, 'm'));

      await page.keyboard.press('Escape');
      await page.locator('#bench-toggle').focus();
      await page.keyboard.press('Enter');
      await page.locator('[part~=method-card] [name=method]').focus();
      await page.keyboard.press('Space');
      // As high as the frame has said: the two know each other.
      await page.locator('[part~=card-frame][style*=height]').waitFor();
      const seen = [];
      for (const [field, text] of Object.entries(CARD)) {
        for (let count = 0; seen.at(-1) !== field && count < MOST_TABS; count += 1) {
          await page.keyboard.press('Tab');
          seen.push(await findFocus(page, findFrame()));
        }
        assert.equal(seen.at(-1), field, `Tab led to ${seen.join(', ')}`);
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');

      await page.locator('[part=outcome]:visible', { hasText: /Pagamento aprovado/ }).waitFor();
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }

  it('cannot fill the card in by a scenario, and says so', async () => {
    const { page } = await open('localhost');
    await startScenario(page, 'aprovado');
    await act(page, 'Preencher cartão de teste');
    await page.locator('#scenario-next', { hasText: 'A página não alcança o quadro isolado' }).waitFor();
    await page.close();
  });

  it('goes back into the page by the same control', async () => {
    const { page } = await open('localhost');
    await page.locator('[part~=method-card] [name=method]').check();
    await page.locator('[part~=card-frame]').waitFor();
    await page.getByRole('radio', { name: 'Em quadro isolado' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('input[name=number]').waitFor();
    assert.equal(await page.locator('[part~=card-frame]').count(), 0);
    assert.doesNotMatch(await page.locator('#snippet').textContent(), /frame-url/);
    await page.close();
  });
});
