/** The programs that start a shop in each framework, with the real packages and as printed: a person pays an order at the printed address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { payByCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { openShopPage, startPrintedSandbox } from './documented-guide.mjs';
import { createProgramRunner, findFreePort, waitUntil } from './documented-server.mjs';
import { installShop, listShopFiles, RECIPE, SESSION, startDatabases } from './documented-shop.mjs';
import { findSnippet, readDocument } from './documents.mjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { root } from './packed.mjs';

const MOUNTING = 'docs/shop-server-mounting.md';

/** Each program, the page that says how to start it, and packages in the place of those of the same name. */
const PROGRAMS = {
  'Express 5': { code: findBlock('// express.mjs'), page: RECIPE },
  'Express 4': { code: findBlock('// express.mjs'), page: RECIPE, packages: { express: 'express-4' } },
  'plain Node': { code: findBlock('// node.mjs'), page: RECIPE },
  Fastify: { code: findBlock('// fastify.mjs'), page: MOUNTING },
  Hono: { code: findBlock('// hono.mjs'), page: MOUNTING },
  Koa: { code: findBlock('// koa.mjs'), page: MOUNTING },
  'Express 5 behind parsers': { code: findBlock('// express-parsers.mjs'), page: MOUNTING },
};

/** The program whose database is the printed folder in CI. The others have PostgreSQL where there is one, which starts sooner. */
const IN_FOLDER = 'Express 5';

const readName = (code) => /^\/\/ ([\w-]+\.mjs)\n/.exec(code)?.[1] ?? '';

/** The packages of a shop's own that a program imports. */
const listPackages = (code) => [...code.matchAll(/ from '([^']+)';$/gm)].map(([, name]) => name).filter((name) => !/^(?:\.|node:|balcao)/.test(name)); // prettier-ignore

describe('a program that starts a shop, as printed', () => {
  let packed;
  let runner;
  let databases;
  let sandbox;
  let browser;

  before(async () => {
    packed = installShop();
    runner = createProgramRunner(packed.project);
    databases = await startDatabases(packed.project);
    sandbox = await startPrintedSandbox(runner, { page: RECIPE, webhookPort: await findFreePort() });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    await databases?.stop();
    packed?.remove();
  });

  /** Writes a program and the files beside it into a folder; `start()` runs the printed command there. */
  async function prepare({ code, page, packages = {} }, { isFolder = false } = {}) {
    const port = await findFreePort();
    const folder = `program-${port}`;
    const name = readName(code);
    const files = {
      ...listShopFiles({ isPostgres: databases.isPostgres && !isFolder }),
      'shop.env': findBlock('# shop.env'),
      [name]: code,
    };
    for (const [file, content] of Object.entries(files)) runner.write(`${folder}/${file}`, content);
    for (const [installed, other] of Object.entries(packages)) {
      const modules = join(packed.project, folder, 'node_modules');
      mkdirSync(modules, { recursive: true });
      symlinkSync(join(root, 'node_modules', other), join(modules, installed), 'dir');
    }
    const database = isFolder ? await databases.createFolder(join(packed.project, folder, 'shop-data')) : await databases.create();
    const command = `node --env-file=shop.env ${name}`;
    assert.ok(readDocument(page).includes(`\`${command}\``), `${page} prints ${command}`);
    const env = { PORT: String(port), SERVICE_URL: sandbox, DATABASE_URL: database.url };
    const start = () => runner.spawn(['sh', '-c', `exec ${command}`], { folder, env });
    return { port, folder, start };
  }

  /** The address that a program prints. */
  async function readAddress(child) {
    let printed = '';
    child.stdout.on('data', (part) => (printed += part));
    await waitUntil(() => child.exitCode !== null || printed.includes('\n'), 'the printed address');
    return printed.trim();
  }

  for (const [name, program] of Object.entries(PROGRAMS)) {
    it(`takes a payment in ${name}, and ends well`, async () => {
      const { port, start } = await prepare(program, { isFolder: name === IN_FOLDER && process.env.WHOLE === '1' });
      const child = start();
      let errors = '';
      child.stderr.on('data', (part) => (errors += part));
      const address = await readAddress(child);
      assert.equal(address, `http://127.0.0.1:${port}/pedidos/42`);

      const { page, context, open, complaints } = await openShopPage(browser, new URL('/', address).href);
      await open('pedidos/42');
      assert.equal((await payByCard(page)).status, 'approved');
      const ask = async () => {
        const body = { purpose: 'pix', orderId: '42', amount: '149.90' };
        const headers = { Origin: new URL(address).origin, Cookie: SESSION };
        return (await fetch(new URL('/shop/token', address), { method: 'POST', headers, body: JSON.stringify(body) })).json();
      };
      await waitUntil(async () => (await ask()).closed === 'paid', 'order 42 is paid at the server');
      const told = /^payment \{"orderId":"42",.*"kind":"paid","amountCents":14990\}$/m;
      await waitUntil(() => told.test(errors), 'what the shop prints');
      await page.reload();
      await page.locator('[part~=outcome-title]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
      assert.deepEqual(complaints, []);
      await context.close();

      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    });
  }

  /** What a program that cannot start complains of. */
  async function readComplaint(child) {
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    return complaint;
  }

  for (const [name, program] of Object.entries(PROGRAMS)) {
    it(`says in a sentence that its port is in use, in ${name}`, async () => {
      const { port, start } = await prepare(program);
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      const complaint = await readComplaint(start());
      other.close();
      assert.match(complaint, new RegExp(`^Port ${port} is in use\\. Choose another one, such as PORT=3001\\.$`, 'm'));
    });
  }

  it('says in a sentence that it has no settings', async () => {
    const { folder } = await prepare(PROGRAMS[IN_FOLDER]);
    const complaint = await readComplaint(runner.spawn([process.execPath, readName(PROGRAMS[IN_FOLDER].code)], { folder }));
    assert.match(complaint, /SERVICE_URL is not set\. Start with the settings: node --env-file=shop\.env/);
  });

  it('names what to install', () => {
    const installed = readDocument(RECIPE) + readDocument(MOUNTING);
    for (const { code } of Object.values(PROGRAMS)) {
      for (const name of listPackages(code)) assert.match(installed, new RegExp(`\`npm install ([^\` ]+ )*${name}[ \`]`));
    }
    assert.match(findSnippet(RECIPE, 'npm init --yes'), /^npm install \S*balcao-\*\.tgz @electric-sql\/pglite$/m);
  });
});
