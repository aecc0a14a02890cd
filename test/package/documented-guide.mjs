/** The shop of docs/from-nothing-to-live.md beside the sandbox, both run as printed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, waitFor } from './documented-server.mjs';
import { installShop, startDatabases } from './documented-shop.mjs';
import { findSnippet } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';

export const GUIDE = 'docs/from-nothing-to-live.md';

/** Where the page has the sandbox; here it is at any port that is free. */
export const PRINTED_SERVICE = 'http://127.0.0.1:4174/demo/';

/** The customer whose orders the shop has. */
export const SESSION = { Cookie: 'session=only-for-trying' };

/** Runs the sandbox as a page prints it, at ports that are free. Resolves with its base URL. */
export async function startPrintedSandbox(runner, { page, webhookPort }) {
  const port = await findFreePort();
  runner.write('service.json', findSnippet(page, '{ "idempotency": "header" }'));
  const printed = findSnippet(page, 'npx balcao sandbox --variant');
  const moved = printed.replace('npx balcao', 'node_modules/balcao/dist/bin/balcao.js').replace(':3000/', `:${webhookPort}/`).trim();
  const command = ['sh', 'sandbox.sh'];
  const child = runner.start({ name: 'sandbox.sh', code: `exec node ${moved} --port ${port}`, command });
  const url = PRINTED_SERVICE.replace('4174', String(port));
  await waitFor(url, child);
  return url;
}

/** Opens a browser's context at a shop. `complaints` is what its pages complain of. */
export async function openShopPage(browser, shop) {
  const context = await browser.newContext();
  context.setDefaultTimeout(LIMIT_MS);
  const complaints = [];
  context.on('console', (message) => {
    const isOfPage = !message.location().url.endsWith('/favicon.ico') && !message.text().includes('IndexedDB');
    if (['error', 'warning'].includes(message.type()) && isOfPage) complaints.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(`${shop}balcao/balcao.min.js`);
  await warmStorage(page);
  const open = (path) => page.goto(`${shop}${path}`);
  return { context, page, open, complaints };
}

/**
 * Starts what the guide has: its sandbox, and a place for shops.
 *
 * @returns `sandbox`: its base URL; `webhookPort`: of the shop that it tells of a paid Pix; `startShop(options)`; `openBrowser(shop)`;
 * `readState()` of the sandbox; `runner` and `databases` of the shops; `close()`.
 */
export async function startGuide() {
  const packed = installShop();
  const runner = createProgramRunner(packed.project);
  const webhookPort = await findFreePort();
  let databases;
  let sandbox;
  let browser;
  async function close() {
    await browser?.close();
    runner.stop();
    await databases?.stop();
    packed.remove();
  }
  try {
    databases = await startDatabases(packed.project);
    sandbox = await startPrintedSandbox(runner, { page: GUIDE, webhookPort });
    browser = await launchChromium();
  } catch (error) {
    await close();
    throw error;
  }

  /**
   * A shop with a database of its own, in its folder as printed or, what starts sooner, the live one; `change` changes its program.
   *
   * @param {{ service?: string, port?: number, change?: (code: string) => string, isFolder?: boolean, url?: string }} [options]
   */
  async function startShop({ service = sandbox, port, change = (code) => code, isFolder = false, url } = {}) {
    port ??= await findFreePort();
    const folder = `shop-${port}`;
    runner.write(`${folder}/shop.js`, findSnippet(GUIDE, '// shop.js\n'));
    const isLive = databases.isPostgres && !isFolder;
    const database = isLive ? findSnippet(GUIDE, '// database.mjs, live') : findSnippet(GUIDE, '// database.mjs, to try it');
    const DATABASE_URL = isLive ? (url ?? (await databases.create()).url) : '';
    runner.write(`${folder}/database.mjs`, database);
    runner.write(`${folder}/shop.mjs`, change(findSnippet(GUIDE, '// shop.mjs')));
    const data = join(packed.project, folder, 'shop-data');
    if (!isLive && !existsSync(data)) await databases.createFolder(data);
    const child = runner.spawn([process.execPath, 'shop.mjs'], { folder, env: { SERVICE_URL: service, PORT: String(port), DATABASE_URL } });
    const shop = `http://127.0.0.1:${port}/`;
    await waitFor(shop, child);
    const post = (path, body, headers = SESSION) =>
      fetch(`${shop}shop/${path}`, { method: 'POST', headers: { Origin: shop.slice(0, -1), ...headers }, body: JSON.stringify(body) });
    const isPaid = async (orderId) => {
      const response = await post('token', { purpose: 'pix', orderId, amount: orderId === '44' ? '89.90' : '149.90' });
      return (await response.json()).closed === 'paid';
    };
    return { shop, port, post, isPaid, child };
  }

  const openBrowser = (shop) => openShopPage(browser, shop);
  const readState = async () => (await fetch(`${sandbox}__sandbox/state`)).json();
  return { sandbox, webhookPort, startShop, openBrowser, readState, runner, databases, close };
}
