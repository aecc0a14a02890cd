/** The audit of the demo in whole payments: the findings of axe, and the layout shifts. */
import { startServedDemo } from '../../test/acceptance/served-demo.mjs';
import { AXE, listViolations, watchShifts } from './page-tools.mjs';

const CARD = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '0133', securityCode: '737' };
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
const PATIENCE_MS = 120_000;

const visible = (page, selector) => page.locator(`${selector}:visible`).first();

/** The steps of a shopper in each payment. Each step ends in a state that is audited. */
const JOURNEYS = {
  card: {
    start: (page) => visible(page, '[part~=method-card] [name=method]').check(),
    errors: (page) => visible(page, 'balcao-card-form [part~=pay-button]').click(),
    async approved(page) {
      for (const [name, text] of Object.entries(CARD)) await visible(page, `input[name=${name}]`).pressSequentially(text);
      await visible(page, 'balcao-card-form select[name=installments]').selectOption('6');
      await visible(page, 'balcao-card-form [part~=pay-button]').click();
      await page.locator('[part~=outcome]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
    },
  },
  'saved card': {
    async asked(page) {
      await visible(page, '[part~=manage-cards-button]').click();
      await visible(page, '[part~=delete-button]').click();
      await visible(page, '[part~=cancel-delete]').waitFor();
    },
    async approved(page) {
      await visible(page, '[part~=cancel-delete]').click();
      await visible(page, '[part~=card-option] label').click();
      await visible(page, 'balcao-saved-cards [part~=pay-button]').click();
      await page.locator('[part~=outcome]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
    },
  },
  pix: {
    start: (page) => visible(page, '[part~=method-pix] [name=method]').check(),
    async waiting(page) {
      await visible(page, 'balcao-pix [part~=pay-button]').click();
      await visible(page, '[part~=qr]').waitFor();
    },
  },
};

/** Lists the findings of axe in the whole page, including the shop's own part. */
async function findViolations(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return listViolations(page);
}

/** Runs one journey. Axe runs in a page without its policy, which would refuse axe. Layout shifts are measured in the unchanged page. */
async function travel(browser, { address, steps, size, colorScheme }, looks) {
  const options = { viewport: SIZES[size], colorScheme, locale: 'pt-BR', bypassCSP: Boolean(looks) };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(watchShifts);
  await page.goto(address, { timeout: PATIENCE_MS });
  // The row of the customer's cards moves the other rows when the shop's server has responded.
  await visible(page, '[part~=method-saved-cards]').waitFor();
  for (const [name, step] of Object.entries(steps)) {
    await step(page);
    await looks?.(name, page);
  }
  const shifts = await page.evaluate(() => globalThis.shifts);
  await context.close();
  return shifts;
}

/** @returns {Promise<{ violations: string[], shift: number, jumps: string[], states: number }>} */
export async function auditDemo(browser) {
  const demo = await startServedDemo();
  const address = `http://127.0.0.1:${demo.port}/`;
  /** @type {Awaited<ReturnType<typeof auditDemo>>} */
  const report = { violations: [], shift: 0, jumps: [], states: 0 };
  for (const [journey, steps] of Object.entries(JOURNEYS)) {
    for (const [size, colorScheme] of [
      ['desk', 'light'],
      ['phone', 'dark'],
    ]) {
      const where = `${journey}, ${size}, ${colorScheme}`;
      const looks = async (state, page) => {
        report.states += 1;
        report.violations.push(...(await findViolations(page)).map((found) => `${where}, ${state}: ${found}`));
      };
      await travel(browser, { address, steps, size, colorScheme }, looks);
      for (const { value, what } of await travel(browser, { address, steps, size, colorScheme })) {
        report.shift += value;
        report.jumps.push(`${where}: ${value.toFixed(4)} ${what}`);
      }
    }
  }
  await demo.close();
  return report;
}
