/** How soon a field can be typed into, and for how many bytes, beside a page that has nothing but a field. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const ROUNDS = 9;
const TAG = '<balcao-checkout base-url="/pagamentos/" amount="149.90" order-id="pedido-1" methods="card pix"></balcao-checkout>';
const HEAD = '<!doctype html><html lang="pt-BR"><title>Loja</title>';

const PAGES = {
  '/bare': `${HEAD}<input name="number">`,
  '/module': `${HEAD}<script type="module" src="/dist/balcao.js"></script>${TAG}`,
  '/classic': `${HEAD}<script src="/dist/balcao.min.js"></script>${TAG}`,
};
const APPROVED = JSON.stringify({ success: true, message: 'Aprovado.', identifier: 'a1' });

const compressed = new Map();

/** A file as a shop's server sends it: with brotli. */
function readCompressed(path) {
  if (!compressed.has(path)) compressed.set(path, brotliCompressSync(readFileSync(dist + path)));
  return compressed.get(path);
}

async function startServer() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.replace('/dist/', '');
    if (PAGES[pathname]) return response.setHeader('Content-Type', 'text/html').end(PAGES[pathname]);
    if (pathname.startsWith('/pagamentos/')) return response.setHeader('Content-Type', 'application/json').end(APPROVED);
    if (path === pathname || path.includes('..') || !existsSync(dist + path)) return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/javascript').setHeader('Content-Encoding', 'br').end(readCompressed(path));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** In the page, before anything else: notes when the number of a card can first be typed. */
function watchField() {
  const find = (root) => {
    const found = root.querySelector('input[name=number]');
    if (found) return found;
    for (const element of root.querySelectorAll('*')) {
      const inner = element.shadowRoot && find(element.shadowRoot);
      if (inner) return inner;
    }
    return undefined;
  };
  globalThis.fieldAt = new Promise((resolve) => {
    const look = () => {
      const field = find(document);
      if (field && !field.disabled && field.getClientRects().length > 0) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** In the page: bytes that came until an instant. */
function sumBytes(until) {
  const entries = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= until);
  return entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

async function load(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchField);
  await page.goto(address);
  const fieldAt = await page.evaluate(() => globalThis.fieldAt);
  return { page, fieldAt, bytes: await page.evaluate(sumBytes, fieldAt), close: () => context.close() };
}

async function payOnce(page) {
  const card = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '0133', securityCode: '737' };
  for (const [name, text] of Object.entries(card)) await page.locator(`input[name=${name}]`).pressSequentially(text);
  await page.locator('balcao-card-form [part~=pay-button]').click();
  await page.locator('[part~=outcome]:visible', { hasText: 'Pagamento aprovado' }).first().waitFor();
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Loads the pages in turns, each time with an empty cache.
 *
 * @returns {Promise<Record<string, { ratio: number, before: number, overall: number }>>} By page: median time to the field over that of
 * the bare page; bytes, compressed, before the field and after a payment.
 */
export async function raceToFirstField(browser) {
  const server = await startServer();
  const names = Object.keys(PAGES);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const bytes = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { page, fieldAt, bytes: before, close } = await load(browser, server.address + name);
      times[name].push(fieldAt);
      if (round === ROUNDS - 1 && name !== '/bare') {
        await payOnce(page);
        bytes[name] = { before, overall: await page.evaluate(sumBytes, Infinity) };
      }
      await close();
    }
  }
  server.close();
  const bare = median(times['/bare']);
  return Object.fromEntries(Object.entries(bytes).map(([name, sums]) => [name.slice(1), { ratio: median(times[name]) / bare, ...sums }]));
}
