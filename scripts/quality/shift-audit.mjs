/**
 * The layout shifts of a shop's page with the checkout in it, from the first byte to a paid Pix, where every response takes its time. The page
 * reserves the room of the checkout as the docs say.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/package/packed.mjs';
import { createClassicTag } from '../../test/package/shop-scripts.mjs';
import { ANSWERS, CARDS, NOW, ORIGIN, STYLE } from '../../test/visual/shop.mjs';
import { SIZES } from '../../test/visual/camera.mjs';
import { FEES } from '../../test/visual/states.mjs';
import { watchShifts } from './page-tools.mjs';

/** The time of each response, ms: on a slow phone. */
const LATENCY_MS = 400;

/** The time for which the page is watched after each step, ms: some responses one after the other, and the paint of the last. */
const CALM_MS = 2500;

/** The settings of each journey beside its order: attributes, properties, and the customer's cards. */
const JOURNEYS = {
  'a new card': {},
  'a card that can be saved': { attributes: 'customer-id="nova"' },
  'saved cards': { attributes: 'customer-id="marina"', cards: CARDS },
  'the fee choice': { attributes: 'fee-payer="choice" default-installments="4"', properties: { fees: FEES } },
  'Pix first': { attributes: 'methods="pix card"' },
  'a price by Pix': { attributes: 'pix-amount="142.40"' },
};

/** The style sheet that the docs tell a shop to paste. */
const SKELETON = readFileSync(join(root, 'src/themes/skeleton.css'), 'utf8');

/**
 * Renders the script that sets the properties of the checkout before its own script is there.
 *
 * @param {{ properties?: object, cards?: object[] }} journey
 */
const setProperties = ({ properties = {}, cards }) => `<script>
  const checkout = document.querySelector('balcao-checkout');
  Object.assign(checkout, ${JSON.stringify(properties)});
  ${cards ? `checkout.cardStore = { list: () => new Promise((resolve) => setTimeout(resolve, ${LATENCY_MS}, ${JSON.stringify(cards)})), add() {}, remove() {} };` : ''}
</script>`;

function renderPage({ attributes = '', ...rest }) {
  const order = 'base-url="/pagamentos/" amount="149.90" order-id="pedido-1842" max-installments="12"';
  return `<!doctype html><html lang="pt-BR"><title>Loja</title><style>${STYLE} ${SKELETON}</style>
    <main><balcao-checkout ${order} ${attributes}></balcao-checkout><p id="below">O que vem depois.</p></main>
    ${setProperties(rest)}${createClassicTag('/balcao/')}</html>`;
}

/** @returns {Promise<{ value: number, what: string }[]>} The shifts since the last call. */
async function takeShifts(page) {
  await page.waitForTimeout(CALM_MS);
  return page.evaluate(() => globalThis.shifts.splice(0));
}

async function travel(browser, { journey, size }) {
  const context = await browser.newContext({ viewport: SIZES[size], locale: 'pt-BR', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const answers = { ...ANSWERS };
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(watchShifts);
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: renderPage(JOURNEYS[journey]) });
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    if (pathname.startsWith('/balcao/')) return route.fulfill({ path: join(root, 'dist', pathname.replace('/balcao/', '')) });
    const body = answers[pathname.replace('/pagamentos/', '')];
    return route.fulfill(body ? { contentType: 'application/json', body: JSON.stringify(body) } : { status: 404 });
  });
  await page.goto(`${ORIGIN}/`);
  const steps = { load: await takeShifts(page) };
  await page.locator('[name="method"][value="pix"]:visible').check({ force: true });
  steps['choosing Pix'] = await takeShifts(page);
  await page.locator('[part~="pay-button"]:visible').first().click();
  await page.locator('[part~="qr"]:visible').waitFor();
  steps['the code'] = await takeShifts(page);
  answers['pix/qrCode/pix-1'] = { ...answers['pix/qrCode/pix-1'], status: 'PAGO' };
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')));
  steps.paid = await takeShifts(page);
  await context.close();
  return steps;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<{ table: string, most: number, moved: string[] }>} A row for each journey; the largest sum of a step; what moved.
 */
export async function auditShifts(browser) {
  const rows = [];
  const moved = [];
  let most = 0;
  for (const journey of Object.keys(JOURNEYS)) {
    for (const size of Object.keys(SIZES)) {
      const steps = await travel(browser, { journey, size });
      const sums = Object.values(steps).map((shifts) => shifts.reduce((sum, { value }) => sum + value, 0));
      most = Math.max(most, ...sums);
      rows.push(`| ${journey}, ${size} | ${sums.map((sum) => sum.toFixed(3)).join(' | ')} |`);
      for (const [step, shifts] of Object.entries(steps))
        moved.push(...shifts.map(({ value, what }) => `${journey}, ${size}, ${step}: ${value.toFixed(4)} ${what}`));
    }
  }
  const head = ['| page | load | choosing Pix | the code | paid |', '|---|---|---|---|---|'];
  return { table: [...head, ...rows].join('\n'), most, moved };
}
