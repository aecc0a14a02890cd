/** What docs/questions.md says of the shop's server: several shops in one process, and money that went back. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '../support/listen.mjs';
import { findBlock } from './documented-blocks.mjs';
import { installPacked } from './packed.mjs';

/** A shop with one order and a ledger of its own. */
const createShop = (host, orderId, basePath = '/shop/') => `
import { createShopServer, memoryLedger } from 'balcao/server';
export const shop = createShopServer({
  service: { baseUrl: 'http://127.0.0.1:9/' },
  tokens: async () => ({ token: '${orderId}', expiresIn: 600 }),
  orders: { find: (id) => (id === '${orderId}' ? { id, amountCents: 14990 } : undefined), deliver: async () => undefined },
  ledger: memoryLedger(),
  publicOrigin: 'https://${host}',
  basePath: '${basePath}',
  sweepEveryMs: 0,
  onEvent: () => undefined,
});`;

describe('the answers of docs/questions.md', () => {
  let packed;
  let server;
  const shops = [];
  before(() => (packed = installPacked()));
  after(async () => {
    server?.close();
    await Promise.all(shops.map((shop) => shop.close()));
    packed?.remove();
  });

  async function importFile(name, code) {
    writeFileSync(join(packed.project, name), code);
    return import(pathToFileURL(join(packed.project, name)).href);
  }
  async function importShop(name, code) {
    const { shop } = await importFile(name, code);
    shops.push(shop);
    return shop;
  }

  /** Asks for a token as a page of a host does: with its name and origin, at this server's port. */
  async function ask(port, { host, path = '/shop/token', origin = `https://${host}` }, orderId) {
    const body = JSON.stringify({ purpose: 'card-payment', orderId, attemptId: `a-${host}-${orderId}`, amount: '149.90' });
    const response = await new Promise((resolve, reject) => {
      sendRequest({ port, path, method: 'POST', headers: { Host: host, Origin: origin } }, resolve)
        .on('error', reject)
        .end(body);
    });
    const answer = response.statusCode === 200 ? await json(response) : response.resume();
    return response.statusCode === 200 ? answer.token : response.statusCode;
  }

  it('several shops each answer for their own host, with their own orders, and to no page of another shop', async () => {
    await importShop('books.mjs', createShop('livros.example', 'b-1'));
    await importShop('wines.mjs', createShop('vinhos.example', 'w-1'));
    const { respond } = await importFile('shops.mjs', findBlock('// shops.mjs'));
    server = createServer(respond);
    const port = await listen(server);
    assert.equal(await ask(port, { host: 'livros.example' }, 'b-1'), 'b-1');
    assert.equal(await ask(port, { host: 'vinhos.example' }, 'w-1'), 'w-1');
    assert.equal(await ask(port, { host: 'vinhos.example' }, 'b-1'), 404);
    assert.equal(await ask(port, { host: 'vinhos.example', origin: 'https://livros.example' }, 'w-1'), 403);
    assert.equal(await ask(port, { host: 'outra.example' }, 'b-1'), 421);
  });

  it('two shops of one origin share it by their paths', async () => {
    const { toNodeListener } = await importFile('listener.mjs', "export { toNodeListener } from 'balcao/server';");
    const books = toNodeListener(await importShop('books-path.mjs', createShop('loja.example', 'b-1', '/livros/')));
    const wines = toNodeListener(await importShop('wines-path.mjs', createShop('loja.example', 'w-1', '/vinhos/')));
    const shared = createServer((request, response) => void books(request, response, () => void wines(request, response)));
    const port = await listen(shared);
    assert.equal(await ask(port, { host: 'loja.example', path: '/livros/token' }, 'b-1'), 'b-1');
    assert.equal(await ask(port, { host: 'loja.example', path: '/vinhos/token' }, 'w-1'), 'w-1');
    assert.equal(await ask(port, { host: 'loja.example', path: '/vinhos/token' }, 'b-1'), 404);
    shared.close();
  });

  it('an order whose only payment was returned can be paid again', async () => {
    const shop = await importShop('returned.mjs', createShop('loja.example', 'r-1'));
    const open = async (attemptId) => {
      const body = JSON.stringify({ purpose: 'card-payment', orderId: 'r-1', attemptId, amount: '149.90' });
      const request = new Request('https://loja.example/shop/token', { method: 'POST', headers: { Origin: 'https://loja.example' }, body });
      return (await shop(request)).json();
    };
    await shop.reconcile({ payments: [{ orderId: 'r-1', method: 'card', identifier: 'first', amountCents: 14990 }] });
    assert.deepEqual(await open('a-1'), { closed: 'paid' });
    assert.deepEqual(await shop.resolve('lost-first', { status: 'returned' }), { status: 'resolved' });
    assert.equal((await open('a-2')).token, 'r-1');
  });
});
