/** The shop in each framework, with the real packages and as printed: a person pays an order at the printed address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { payByCard } from './card-payment.mjs';
import { startGuide } from './documented-guide.mjs';
import { waitUntil } from './documented-server.mjs';
import { APPS, FILES, MOUNTING, NEEDS_POSTGRES, SESSION, prepareShop } from './documented-shop.mjs';
import { findSnippet, readDocument } from './documents.mjs';

/** Each framework, and packages in the place of those of the same name. */
const SHOPS = {
  'Express 5': { kind: 'express' },
  'Express 4': { kind: 'express', packages: { express: 'express-4' } },
  'plain Node': { kind: 'node' },
  Fastify: { kind: 'fastify' },
  Hono: { kind: 'hono' },
  Koa: { kind: 'koa' },
  'Express 5 behind parsers': { kind: 'express behind parsers' },
};

/** The shop that CI also runs with the printed folder as its database. All have PostgreSQL where there is one, which starts sooner. */
const IN_FOLDER = 'Express 5';

/** The shops that are run, by their names. */
const RUN = {
  ...SHOPS,
  ...(process.env.WHOLE === '1' && { [`${IN_FOLDER}, with the printed folder`]: { ...SHOPS[IN_FOLDER], isFolder: true } }),
};

/** The packages of a shop's own that an app imports. */
const listPackages = (code) => [...code.matchAll(/ from '([^']+)';$/gm)].map(([, name]) => name).filter((name) => !/^(?:\.|node:|balcao)/.test(name)); // prettier-ignore

describe('a shop in each framework, as printed', () => {
  let guide;
  before(async () => (guide = await startGuide()));
  after(() => guide?.close());

  const prepare = (options) => prepareShop({ ...guide.place, ...options });

  /** The address that a shop prints. */
  async function readAddress(child) {
    let printed = '';
    child.stdout.on('data', (part) => (printed += part));
    await waitUntil(() => child.exitCode !== null || printed.includes('\n'), 'the printed address');
    return printed.trim();
  }

  for (const [name, options] of Object.entries(RUN)) {
    it(`takes a payment in ${name}, shows its staff what waits, and ends well`, async () => {
      const { port, start, ask } = await prepare(options);
      const child = start();
      let errors = '';
      child.stderr.on('data', (part) => (errors += part));
      const address = (await readAddress(child)).replace('Open ', '');
      assert.equal(address, `http://127.0.0.1:${port}/orders/42`);

      const { page, context, open, complaints } = await guide.openBrowser(new URL('/', address).href);
      await open('orders/42');
      assert.equal((await payByCard(page)).status, 'approved');
      const askToPay = async () => (await ask('token', { purpose: 'pix', orderId: '42', amount: '142.41' })).json();
      await waitUntil(async () => (await askToPay()).closed === 'paid', 'order 42 is paid at the server');
      const told = /^payment \{"orderId":"42",.*"kind":"paid","amountCents":14990\}$/m;
      await waitUntil(() => told.test(errors), 'what the shop prints');
      await page.reload();
      await page.locator('[part~=outcome-title]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
      await open('cards');
      await page.locator('balcao-saved-cards').waitFor({ state: 'attached' });
      assert.deepEqual(complaints, []);
      await context.close();

      const { origin } = new URL(address);
      const staff = { Cookie: 'staff=only-for-trying', 'Content-Type': 'application/json', Origin: origin };
      const askStaff = async (init, headers = /** @type {Record<string, string>} */ (staff)) =>
        fetch(new URL('/staff', address), { ...init, headers });
      assert.deepEqual(await (await askStaff({})).json(), { attempts: [], payments: [] });
      const body = JSON.stringify({ id: 'unknown', status: 'charged' });
      assert.deepEqual(await (await askStaff({ method: 'POST', body })).json(), { status: 'none' });
      assert.equal((await askStaff({}, SESSION)).status, 404);
      const { Origin: _, ...hidden } = staff;
      for (const other of [{ ...staff, Origin: 'https://other.example' }, { ...staff, Origin: 'null' }, hidden])
        assert.equal((await askStaff({ method: 'POST', body }, other)).status, 403);
      for (const path of ['/orders/99', '/elsewhere'])
        assert.equal((await fetch(new URL(path, address), { headers: SESSION })).status, 404);

      const ended = once(child, 'exit');
      child.kill(name === 'plain Node' ? 'SIGINT' : 'SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    });
  }

  /** What a shop that cannot start complains of. */
  async function readComplaint(child) {
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    return complaint;
  }

  it('says in a sentence that its port is in use', async () => {
    const { port, start } = await prepare({});
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const complaint = await readComplaint(start());
    other.close();
    assert.match(complaint, new RegExp(`^Port ${port} is in use\\. Choose another one: PORT=3001 node server\\.mjs$`, 'm'));
  });

  it('does not start live with what is of the sandbox', async () => {
    const { env, start } = await prepare({});
    Object.assign(env, { ORIGIN: 'https://loja.example', SERVICE_ID: 'loja' });
    assert.match(await readComplaint(start()), /Error: Live, set SERVICE_SECRET, WEBHOOK_SECRET\.$/m);
  });

  it('says in a sentence that it has no settings', NEEDS_POSTGRES, async () => {
    const { env, start } = await prepare({});
    env.DATABASE_URL = '';
    assert.match(await readComplaint(start()), /DATABASE_URL is not set\. Give the address of your PostgreSQL\./);
  });

  it('names what to install', () => {
    const installed = readDocument(FILES) + readDocument(MOUNTING);
    for (const code of Object.values(APPS)) {
      for (const name of listPackages(code)) assert.match(installed, new RegExp(`\`npm install ([^\` ]+ )*${name}[ \`]`));
    }
    assert.match(findSnippet(FILES, 'npm pkg set scripts.start'), /^npm install \.\.\/balcao @electric-sql\/pglite$/m);
  });
});
