import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { startSandbox } from '../package/sandbox-server.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.ico': 'image/x-icon' };

/**
 * The server of a shop that was built in `folder`: its files, its order and its token endpoint; and the sandbox on another origin.
 *
 * @returns `open(room)` answers the URL of a page with the order of that name; `charges(room)` what the service charged;
 * `hold(room)` keeps its next charge waiting until `release(room)`; `waitForPending(room)` waits until it does.
 */
export async function startConsumerShop() {
  const sandbox = await startSandbox();
  let served = '';
  let order = {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/shop/order') return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(order));
    if (pathname === '/shop/token') {
      request.url = `/__shop/${order.id}/token`;
      return void sandbox.answerShop(request, response);
    }
    const file = join(served, pathname === '/' ? 'index.html' : pathname);
    if (pathname.includes('..') || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    return createReadStream(file).pipe(response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    open(folder, room) {
      served = folder;
      order = {
        id: room,
        amount: '149.90',
        giftAmount: '159.90',
        nextId: `${room}-next`,
        nextAmount: '20.00',
        paymentsUrl: `${sandbox.origin}/${room}/`,
      };
      return `http://127.0.0.1:${server.address().port}/`;
    },
    charges: sandbox.charges,
    hold: sandbox.hold,
    release: sandbox.release,
    waitForPending: sandbox.waitForPending,
    async close() {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}
