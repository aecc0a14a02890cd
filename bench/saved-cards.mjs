/**
 * What an arrow key costs in the list of saved cards, with 5 and with 200 of them: real keys in Chromium, the page's own main-thread time by
 * its performance counters. `node bench/saved-cards.mjs [presses]`; fails where 200 cards cost more than twice what 5 cost.
 */
import assert from 'node:assert/strict';
import { createServer } from 'vite';
import { launchChromium } from '../scripts/launch-chromium.mjs';

const PRESSES = Number(process.argv[2] ?? 120);
const WARM_UP = 20;
const ROUNDS = 5;
const GOAL = 2;
/** The number of cards that the list shows at first. */
const SHOWN = 5;

const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>bench</title><body><script type="module">
import '/src/elements/saved-cards/define.ts';
import { memoryCardStore } from '/src/flow/card-stores/memory-card-store.ts';
const count = Number(new URLSearchParams(location.search).get('cards'));
const cards = Array.from({ length: count }, (_, index) => ({
  cardId: 'card-' + index, name: 'Cartão ' + index, brand: 'visa', last4: String(1000 + index), expiration: '01/2099',
}));
const element = document.createElement('balcao-saved-cards');
Object.assign(element, { baseUrl: '/service/', amount: '149.90', cardStore: memoryCardStore(cards) });
document.body.append(element);
</script></body></html>`;

const server = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  resolve: { conditions: ['production', 'module', 'browser'] },
  server: { port: 0, hmr: false, watch: null },
  plugins: [
    {
      name: 'bench-page',
      configureServer: ({ middlewares }) =>
        void middlewares.use('/bench', (_request, response) => response.setHeader('Content-Type', 'text/html').end(PAGE)),
    },
  ],
});
await server.listen();
const browser = await launchChromium({ isWhole: true, args: ['--no-sandbox'] });

/** @returns {Promise<number>} Main-thread milliseconds for one arrow key. */
async function measure(cards) {
  const page = await browser.newPage();
  await page.goto(`${server.resolvedUrls?.local[0]}bench?cards=${cards}`);
  const radios = page.locator('input[name="cardId"]');
  if (cards > SHOWN) await page.locator('[part~="all-cards-button"]').click();
  await radios.nth(cards - 1).waitFor({ state: 'attached' });
  await radios.first().focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const press = async (times) => {
    for (let index = 0; index < times; index++) await page.keyboard.press('ArrowDown');
  };
  const readTaskS = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const task = metrics.find(({ name }) => name === 'TaskDuration');
    assert.ok(task);
    return task.value;
  };
  await press(WARM_UP);
  const before = await readTaskS();
  await press(PRESSES);
  const taskMs = ((await readTaskS()) - before) * 1000;
  const chosen = await page.locator('balcao-saved-cards').evaluate((list) => 'value' in list && list.value);
  if (!chosen) throw new Error('The keys have chosen no card.');
  await page.close();
  return taskMs / PRESSES;
}

/** The best of several rounds, in turns: what else the machine does only ever adds. */
async function measureBest(...counts) {
  const best = counts.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, cards] of counts.entries()) best[index] = Math.min(best[index], await measure(cards));
  return best;
}

try {
  await measure(5); // the first page has its modules transformed
  const [few, many] = await measureBest(5, 200);
  const ratio = many / few;
  console.log(`an arrow key with 5 cards    ${few.toFixed(2)} ms`);
  console.log(`an arrow key with 200 cards  ${many.toFixed(2)} ms`);
  console.log(`ratio ${ratio.toFixed(2)}, goal at most ${GOAL}`);
  if (ratio > GOAL) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
