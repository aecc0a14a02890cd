/** The shop of docs/from-nothing-to-live.md beside the sandbox, with the files of docs/shop-files.md as printed. */
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, waitFor } from './documented-server.mjs';
import { FILES, installShop, startDatabases, startShop as startPrintedShop } from './documented-shop.mjs';
import { findSnippet } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';
import { isComplaint } from './page-events.mjs';

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
async function openShopPage(browser, shop) {
  const context = await browser.newContext();
  context.setDefaultTimeout(LIMIT_MS);
  const complaints = [];
  context.on('console', (message) => {
    if (isComplaint(message) && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text());
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
 * `readState()` of the sandbox; `place`: what a shop is started with; `runner` and `databases` of the shops; `close()`.
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

  /** What a printed shop is started with. */
  const place = { runner, databases, service: sandbox };

  /**
   * Starts a printed shop; `isPaid(orderId)`: whether it says that an order is paid.
   *
   * @param {Partial<Parameters<typeof startPrintedShop>[0]>} [options]
   */
  async function startShop(options = {}) {
    const shop = await startPrintedShop({ ...place, ...options });
    const isPaid = async (orderId) => {
      const response = await shop.ask('token', { purpose: 'pix', orderId, amount: orderId === '44' ? '85.41' : '142.41' });
      return (await response.json()).closed === 'paid';
    };
    return { ...shop, isPaid };
  }

  const openBrowser = (shop) => openShopPage(browser, shop);
  const readState = async () => (await fetch(`${sandbox}__sandbox/state`)).json();
  return { sandbox, webhookPort, place, startShop, openBrowser, readState, runner, databases, close };
}
