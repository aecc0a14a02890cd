/** The shop of docs/from-nothing-to-live.md beside the sandbox, with the files of docs/shop-files.md as printed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, waitFor } from './documented-server.mjs';
import { installShop, startDatabases } from './documented-shop.mjs';
import { findSnippet } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';

export const GUIDE = 'docs/from-nothing-to-live.md';

/** The page with the files. */
const FILES = 'docs/shop-files.md';

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
  const url = `http://127.0.0.1:${port}/demo/`;
  await waitFor(url, child);
  return url;
}

/** The files that every shop has. */
const COMMON = {
  'settings.mjs': findSnippet(FILES, '// settings.mjs'),
  'orders.mjs': findSnippet(FILES, '// orders.mjs'),
  'service.mjs': findSnippet(FILES, '// service.mjs'),
  'pages.mjs': findSnippet(FILES, '// pages.mjs'),
  'shop.mjs': findSnippet(FILES, '// shop.mjs'),
  'server.mjs': findSnippet(FILES, '// server.mjs'),
};

const APPS = { node: findSnippet(FILES, '// app.mjs\n'), express: findSnippet(FILES, '// app.mjs, with Express') };

/** Runs the sandbox as the printed file says, at ports that are free. */
async function startSandbox(runner, webhookPort) {
  const port = await findFreePort();
  runner.write('sandbox.json', findSnippet(FILES, '"idempotency": "header", "webhookUrl"').replace(':3000/', `:${webhookPort}/`));
  const program = 'node_modules/balcao/dist/bin/balcao.js';
  const child = runner.spawn([process.execPath, program, 'sandbox', '--variant', 'sandbox.json', '--port', String(port)]);
  const url = `http://127.0.0.1:${port}/demo/`;
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
    sandbox = await startSandbox(runner, webhookPort);
    browser = await launchChromium();
  } catch (error) {
    await close();
    throw error;
  }

  /**
   * A shop with a database of its own, in its folder as printed or, what starts sooner, the live one; `change` changes its files.
   *
   * @param {{ service?: string, port?: number, kind?: keyof typeof APPS, change?: (code: string) => string, isFolder?: boolean, url?: string }} [options]
   */
  async function startShop({ service = sandbox, port, kind = 'node', change = (code) => code, isFolder = false, url } = {}) {
    port ??= await findFreePort();
    const folder = `shop-${port}`;
    const isLive = databases.isPostgres && !isFolder;
    const database = isLive ? findSnippet(GUIDE, '// database.mjs, live') : findSnippet(FILES, '// database.mjs, to try it');
    const DATABASE_URL = isLive ? (url ?? (await databases.create()).url) : '';
    for (const [name, code] of Object.entries({ ...COMMON, 'database.mjs': database, 'app.mjs': APPS[kind] }))
      runner.write(`${folder}/${name}`, change(code));
    const data = join(packed.project, folder, 'shop-data');
    if (!isLive && !existsSync(data)) await databases.createFolder(data);
    const child = runner.spawn([process.execPath, 'server.mjs'], {
      folder,
      env: { SERVICE_URL: service, PORT: String(port), DATABASE_URL },
    });
    const shop = `http://127.0.0.1:${port}/`;
    await waitFor(shop, child);
    const post = (path, body, headers = SESSION) =>
      fetch(`${shop}shop/${path}`, { method: 'POST', headers: { Origin: shop.slice(0, -1), ...headers }, body: JSON.stringify(body) });
    const isPaid = async (orderId) => {
      const response = await post('token', { purpose: 'pix', orderId, amount: orderId === '44' ? '85.41' : '142.41' });
      return (await response.json()).closed === 'paid';
    };
    return { shop, port, post, isPaid, child };
  }

  const openBrowser = (shop) => openShopPage(browser, shop);
  const readState = async () => (await fetch(`${sandbox}__sandbox/state`)).json();
  return { sandbox, webhookPort, startShop, openBrowser, readState, runner, databases, close };
}
