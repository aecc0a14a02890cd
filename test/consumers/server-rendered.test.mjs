/** Shops whose pages are rendered on a server, with the packed package: Next as the recipe prints it, and SvelteKit. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { packInto } from '../../scripts/tests/artifacts.mjs';
import { startSandboxProgram } from '../bin/program.mjs';
import { findFreePort, waitFor, waitUntil } from '../package/documented-server.mjs';
import { findSnippet, readDocument } from '../package/documents.mjs';
import { createKnownPix } from '../package/pix-payment.mjs';
import { startConsumerShop } from './consumer-shop.mjs';
import { buildConsumer, installConsumer, openFolder, readConsumer } from './installed.mjs';
import { Shopper } from './shopper.mjs';

const RECIPE = 'docs/recipes/next.md';
/** The files that the recipe prints: path -> a text that is in that one alone. */
const PRINTED = {
  samples: {
    'service.json': '{ "idempotency": "header" }',
    'lib/shop.mjs': '// lib/shop.mjs',
    'app/shop/[...rest]/route.js': 'openShop()).shop(request)',
    'next.config.js': 'serverExternalPackages',
    'app/layout.jsx': '// app/layout.jsx',
    'app/pedidos/[id]/page.jsx': '// app/pedidos/[id]/page.jsx',
    'app/pedidos/[id]/payment.jsx': '// app/pedidos/[id]/payment.jsx',
  },
};

const FRAMEWORKS = 'docs/frameworks.md';

const chosen = process.env.CONSUMERS?.split(',') ?? ['next', 'sveltekit'];

/** The element of a page as the server wrote it. */
const readTag = async (url, tag) => new RegExp(`<${tag}[^>]*>`).exec(await (await fetch(url)).text())?.[0];

/** Starts a server in a project, by its packages' programs and without npx. */
function startServer(project, command, env) {
  const { NODE_ENV: _, ...own } = process.env;
  const path = `${join(project, 'node_modules/.bin')}:${own.PATH}`;
  const options = { cwd: project, env: { ...own, NEXT_TELEMETRY_DISABLED: '1', ...env, PATH: path } };
  const child = spawn('sh', ['-c', command.replaceAll('npx ', 'exec ').trim()], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => printed.push(String(text)));
  const ended = once(child, 'exit');
  return {
    child,
    print: () => printed.join(''),
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

describe('a page that a server renders, with the packed package', () => {
  let folder;
  let tarball;
  let browser;
  before(async () => {
    folder = openFolder();
    tarball = packInto(folder.folder);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    folder?.close();
  });

  describe('in Next, as the recipe prints it', { skip: !chosen.includes('next') }, () => {
    let project;
    let sandbox;
    let port;
    let url;
    let server;
    const build = findSnippet(RECIPE, 'npx next build').split('\n');
    const readState = async () => (await fetch(`${sandbox.start.baseUrl}__sandbox/state`)).json();
    const isPrinted = (text) => () => server.print().includes(text);

    before(async () => {
      project = installConsumer('next', PRINTED.samples, { folder: folder.folder, tarball, document: RECIPE });
      rmSync(join(project, 'shop-data'), { recursive: true, force: true });
      port = await findFreePort();
      url = `http://127.0.0.1:${port}/`;
      const [, printed] = /sandbox (.+)/.exec(findSnippet(RECIPE, 'npx balcao sandbox --variant service.json --webhook')) ?? [];
      const args = [...printed.replace(':3000/', `:${port}/`).split(' '), '--port', '0'];
      sandbox = await startSandboxProgram(args, { cwd: project, program: join(project, 'node_modules/balcao/dist/bin/balcao.js') });
    });
    after(async () => {
      await server?.stop();
      await sandbox?.stop();
    });

    /** Starts the shop by a printed command, at a port that is free. */
    async function start(command, env = {}) {
      server = startServer(project, `${command} --port ${port}`, { ORIGIN: url.slice(0, -1), SERVICE_URL: sandbox.start.baseUrl, ...env });
      await waitFor(url, server.child);
    }

    it('installs the packages that the tests have', () => {
      const [, printed] = /npm install \S+ (.+)/.exec(findSnippet(RECIPE, 'npm pkg set type=module')) ?? [];
      const { type, dependencies } = readConsumer('next');
      const wanted = printed.split(' ').map((name) => name.replace(/(?<=.)@\d+$/, ''));
      assert.deepEqual([type, wanted], ['module', Object.keys(dependencies)]);
      for (const [, name, major] of printed.matchAll(/(\S+)@(\d+)\b/g)) assert.ok(dependencies[name].startsWith(`${major}.`), name);
    });

    it('builds, and starts', async () => {
      const { child, print } = startServer(project, build[0], {});
      const [code] = await once(child, 'exit');
      assert.equal(code, 0, print());
      await start(build[1]);
    });

    it('starts again at the next request after it could not', async () => {
      const lock = join(project, 'shop-data.lock');
      writeFileSync(lock, JSON.stringify({ pid: process.pid }));
      assert.equal((await fetch(`${url}pedidos/42`)).status, 500);
      rmSync(lock);
      assert.equal((await fetch(`${url}pedidos/42`)).status, 200);
    });

    it('has the attributes in the markup, and after hydration the objects on the element', async () => {
      const tag = await readTag(`${url}pedidos/42`, 'balcao-checkout');
      assert.match(tag, / order-id="42" amount="149.90".* customer-id="c-7f3a"/);
      assert.doesNotMatch(tag, /profile|store|\bon/i);
      const shopper = await Shopper.open(browser, `${url}pedidos/42`);
      await shopper.number.waitFor();
      const given = await shopper.checkout.evaluate((element) => [element.profile, typeof element.cardStore.list]);
      assert.deepEqual(given, [{ idempotency: { header: 'Idempotency-Key' } }, 'function']);
      await shopper.close();
    });

    it('pays by card, once, and the page and the server know', async () => {
      const shopper = await Shopper.open(browser, `${url}pedidos/42`);
      await shopper.typeNumber();
      await shopper.typeRest();
      assert.equal(await shopper.pay(), 'Pedido pago. Obrigado!');
      await waitUntil(isPrinted('settled {"orderId":"42"'), 'order 42 is settled');
      assert.deepEqual(
        (await readState()).charges.map(({ amount }) => amount),
        [149.9],
      );
      await shopper.page.reload();
      await shopper.page.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });

    it('pays by Pix, and hears of it by the webhook', async () => {
      const shopper = await Shopper.open(browser, `${url}pedidos/43`);
      await createKnownPix(shopper.page);
      const bank = findSnippet(RECIPE, '# pays the newest Pix')
        .split(' #')[0]
        .replace('http://127.0.0.1:4174/demo/', sandbox.start.baseUrl);
      const [code] = await once(spawn('sh', ['-c', bank], { stdio: 'ignore' }), 'exit');
      assert.equal(code, 0);
      await shopper.page.getByText('Pedido pago. Obrigado!').waitFor();
      await waitUntil(isPrinted('settled {"orderId":"43"'), 'order 43 is settled');
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });

    it('gets tokens by a function, and calls the newest listener, once', async () => {
      const shopper = await Shopper.open(browser, `${url}proprio`);
      await shopper.typeNumber();
      await shopper.typeRest();
      assert.deepEqual(await shopper.checkout.evaluate((element) => [typeof element.getToken, element.fees.length]), ['function', 2]);
      assert.equal(await shopper.pay(), 'Pedido pago: 149.90 por visa');
      assert.equal(await shopper.page.getByText('Pedido pago:').count(), 1);
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });

    it('has an element in a server component, since the module is for clients', async () => {
      assert.doesNotMatch(await readTag(`${url}direto`, 'balcao-installments'), /fees/);
      const shopper = await Shopper.open(browser, `${url}direto`);
      await shopper.page.locator('balcao-installments option', { hasText: '3x' }).waitFor({ state: 'attached' });
      assert.equal(await shopper.page.locator('balcao-installments').evaluate((element) => element.fees.length), 2);
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });

    it('ends well on SIGTERM, and knows after a restart what was paid', async () => {
      assert.equal(await server.stop(), 0, server.print());
      await start(build[1]);
      const body = JSON.stringify({ purpose: 'card-payment', orderId: '43', attemptId: 'of-another-device', amount: '149.90' });
      const response = await fetch(`${url}shop/token`, { method: 'POST', headers: { Origin: url.slice(0, -1) }, body });
      assert.equal((await response.json()).closed, 'paid');
    });

    it('does not start live with what is of the sandbox', async () => {
      await server.stop();
      await start(build[1], { ORIGIN: 'https://loja.example' });
      assert.equal((await fetch(`${url}pedidos/42`)).status, 500);
      await waitUntil(isPrinted('Error: Live, set SERVICE_ID, SERVICE_SECRET, WEBHOOK_SECRET.'), 'what is missing');
    });

    it('is taken over without a word in development, where React compares the markup', async () => {
      await server.stop();
      const [, development] = /`(npx next dev [^`]+)`/.exec(readDocument(RECIPE)) ?? [];
      await start(development);
      const shopper = await Shopper.open(browser, `${url}pedidos/44`);
      await shopper.number.waitFor();
      await shopper.page.waitForFunction(() => document.querySelector('balcao-checkout')?.profile !== undefined);
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });
  });

  describe('in SvelteKit', { skip: !chosen.includes('sveltekit') }, () => {
    let shop;
    let server;
    let project;
    before(async () => {
      shop = await startConsumerShop();
      project = installConsumer('sveltekit', {}, { folder: folder.folder, tarball });
    });
    after(async () => {
      await server?.stop();
      await shop?.close();
    });

    it('builds with the sample of the documents, gives its element objects after hydration, and pays once', async () => {
      const shopUrl = shop.open('', 'sveltekit');
      const { paymentsUrl } = await (await fetch(`${shopUrl}shop/order`)).json();
      // As printed, but for the address of the service.
      const sample = findSnippet(FRAMEWORKS, '{@attach').replace('https://payments.example/', paymentsUrl);
      writeFileSync(join(project, 'src/Payment.svelte'), sample);
      const { status, output } = buildConsumer(project);
      assert.equal(status, 0, output);
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}/`;
      const env = { PORT: String(port), HOST: '127.0.0.1', ORIGIN: url.slice(0, -1), SHOP_URL: shopUrl };
      server = startServer(project, 'exec node build', env);
      await waitFor(url, server.child);

      const tag = await readTag(url, 'balcao-checkout');
      assert.match(tag, / amount="149.90" order-id="sveltekit"/);
      assert.doesNotMatch(tag, /fees|object Object/);
      const shopper = await Shopper.open(browser, url);
      await shopper.typeNumber();
      await shopper.typeRest();
      assert.equal(await shopper.checkout.evaluate((element) => element.fees.length), 1);
      assert.equal(await shopper.pay(), 'Pedido pago: 149.90 em 1x');
      assert.equal(await shopper.page.getByText('Pedido pago:').count(), 1);
      assert.deepEqual(
        (await shop.charges('sveltekit')).map(({ amount }) => amount),
        [149.9],
      );
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });
  });
});
