import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from '../package/limit.mjs';

describe('a page that was opened as a file', () => {
  let browser;
  let folder;

  before(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'balcao-file-'));
  });

  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('accepts whole addresses with the one file that has everything', async () => {
    const script = new URL('../../dist/balcao.all.min.js', import.meta.url);
    const settings = 'base-url="https://service.test/" token-url="https://shop.test/token" amount="149.90" order-id="42"';
    writeFileSync(
      join(folder, 'shop.html'),
      `<!doctype html><script src="${script}"></script><balcao-checkout ${settings}></balcao-checkout>`,
    );
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const errors = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));

    await page.goto(pathToFileURL(join(folder, 'shop.html')).href);
    await page.getByRole('button', { name: /Pagar/ }).waitFor();
    await page.getByLabel('Número do cartão').waitFor();

    assert.deepEqual(errors, []);
  });
});
