/**
 * Takes the picture of the README from the demo, in light and in dark: `node scripts/readme-picture.mjs`. Look at it before you commit it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServedDemo } from '../test/acceptance/served-demo.mjs';
import { launchChromium } from './launch-chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The maximum size of a picture, bytes. A larger one would make the README slow to open. */
const MAX_BYTES = 120_000;
const WIDTH = 1280;

async function fillIn(page) {
  const checkout = page.locator('balcao-checkout');
  // Waits for the customer's cards from the shop's server. After that, their row no longer changes the layout.
  await checkout.locator('[part~=card-option]').first().waitFor();
  await checkout.locator('[part~=method-card] [name=method]').check();
  await checkout.locator('input[name=number]').pressSequentially('5555555555554444');
  await checkout.locator('input[name=holderName]').fill('MARINA ALVES');
  await checkout.locator('input[name=expirationDate]').pressSequentially('0831');
  await checkout.locator('balcao-card-form select[name=installments]').selectOption('3');
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  await page.evaluate(() => document.fonts.ready);
}

/** Takes a picture of the shop's counter down to the end of the checkout, without the bar of the demo, as WebP. */
async function photograph(page) {
  const { y } = await page.locator('main.counter').boundingBox();
  const payment = await page.locator('#pagamento').boundingBox();
  const clip = { x: 0, y, width: WIDTH, height: payment.y + payment.height - y, scale: 1 };
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip, captureBeyondViewport: true });
  return Buffer.from(data, 'base64');
}

const demo = await startServedDemo();
const browser = await launchChromium();
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const page = await browser.newPage({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: WIDTH, height: 1240 },
    deviceScaleFactor: 2,
  });
  await page.goto(`http://127.0.0.1:${demo.port}/`);
  await fillIn(page);
  const picture = await photograph(page);
  if (picture.length > MAX_BYTES) throw new Error(`The ${colorScheme} picture has ${picture.length} bytes, more than ${MAX_BYTES}`);
  writeFileSync(join(root, `docs/images/checkout-${colorScheme}.webp`), picture);
  console.log(`checkout-${colorScheme}.webp: ${picture.length} bytes`);
}
await browser.close();
await demo.close();
