/** The token endpoints of docs/recipes, run as printed in each language that this machine has. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';
import { findBlock } from './documented-blocks.mjs';
import { readDist } from './documented-page.mjs';
import {
  createProgramRunner,
  findFreePort,
  hasProgram,
  moveAddresses,
  runCommands,
  startDocumentedSandbox,
  waitFor,
} from './documented-server.mjs';
import { deleteKeptCard, payAndKeepCard } from './card-payment.mjs';
import { LIMIT_MS } from './limit.mjs';
import { installPacked } from './packed.mjs';

const PROGRAMS = [
  {
    language: 'Python',
    program: 'python3',
    version: [3, 9],
    file: 'token_server.py',
    code: findBlock('# token_server.py'),
    args: () => ['token_server.py'],
  },
  {
    language: 'PHP',
    program: 'php',
    version: [8, 1],
    file: 'token.php',
    code: findBlock('// token.php'),
    args: (port) => ['-S', `127.0.0.1:${port}`, 'token.php'],
  },
];

const present = PROGRAMS.filter(({ program, version }) => hasProgram(program, version));
for (const { language, version } of PROGRAMS.filter((candidate) => !present.includes(candidate))) {
  console.log(`${language} ${version.join('.')}: NOT FOUND, its token endpoint cannot be tried on this machine`);
}

/** The cookie of the documents' customer. */
const LOGGED_IN = { Cookie: 'other=1; session=only-for-trying' };

/** Pages on the origin of the endpoint: what they post is passed on with the browser's own headers. */
async function startFront(shop, service) {
  const head = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><script src="/balcao/balcao.min.js"></script>`;
  const settings = `base-url="${service}" token-url="/shop/token" customer-id="c-7f3a"`;
  const pages = {
    '/': `${head}<balcao-checkout ${settings} amount="149.90" order-id="42"></balcao-checkout>`,
    '/account': `${head}<balcao-saved-cards ${settings} amount="149.90" pay-button="none"></balcao-saved-cards>`,
  };
  const scripts = readDist('/balcao/');
  const answer = async (request, response) => {
    if (pages[request.url]) {
      response.setHeader('Set-Cookie', 'session=only-for-trying; HttpOnly').setHeader('Content-Type', 'text/html; charset=utf-8');
      return response.end(pages[request.url]);
    }
    if (scripts[request.url]) return response.setHeader('Content-Type', 'text/javascript').end(scripts[request.url].body);
    if (request.method !== 'POST') return response.writeHead(404).end();
    const headers = { 'Sec-Fetch-Site': request.headers['sec-fetch-site'], Cookie: request.headers.cookie };
    const given = await fetch(new URL(request.url, shop), { method: 'POST', headers, body: await text(request) });
    return response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(await given.text());
  };
  const server = createServer((request, response) => void answer(request, response));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${await listen(server)}/`, close };
}

/** What is asked, the status and the names of what is answered, and by whom it is asked where a customer is logged in. */
const CASES = [
  [{ purpose: 'card-payment', orderId: '42', amount: '149.90' }, 200, ['environment', 'expiresIn', 'now', 'token']],
  [{ purpose: 'pix', orderId: '42', amount: '149.9' }, 200, ['environment', 'expiresIn', 'now', 'token']],
  [{ purpose: 'pix-status', orderId: '42' }, 200, ['environment', 'expiresIn', 'now', 'token']],
  [{ purpose: 'card-payment', orderId: '42', amount: '149.89' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '42', amount: '149.904' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '42', amount: ' 149.90\n' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '42', amount: 149.9 }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '42' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '44', amount: '149.90' }, 404, ['message']],
  [{ purpose: 'card-payment', orderId: ['42'], amount: '149.90' }, 404, ['message']],
  [{ purpose: 'card-payment', orderId: '43', amount: '149.90' }, 200, ['closed']],
  [{ purpose: 'pix-status', orderId: '43' }, 200, ['environment', 'expiresIn', 'now', 'token']],
  [{ purpose: 'pix-status' }, 404, ['message']],
  [{ purpose: 'card-token' }, 200, ['environment', 'expiresIn', 'now', 'token'], LOGGED_IN],
  [{ purpose: 'card-token', orderId: '42' }, 200, ['environment', 'expiresIn', 'now', 'token'], LOGGED_IN],
  [{ purpose: 'card-token', orderId: '43' }, 200, ['environment', 'expiresIn', 'now', 'token'], LOGGED_IN],
  [{ purpose: 'card-token' }, 401, ['message']],
  [{ purpose: 'card-token', orderId: '42' }, 401, ['message']],
  [{ purpose: 'card-token' }, 401, ['message'], { Cookie: 'session=guessed' }],
  [{ purpose: 'card-token' }, 401, ['message'], { Cookie: 'xsession=only-for-trying' }],
];

describe('the token endpoints, as printed', () => {
  let packed;
  let runner;
  let browser;
  let service;

  before(async () => {
    packed = installPacked();
    runner = createProgramRunner(packed.project);
    service = await startDocumentedSandbox(runner);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    packed?.remove();
  });

  for (const { language, program, file, code, args } of present) {
    describe(language, () => {
      let shop;

      before(async () => {
        const port = await findFreePort();
        const env = { SERVICE_URL: service, PORT: String(port) };
        const child = runner.start({ name: file, code, command: [program, ...args(port)], env });
        shop = `http://127.0.0.1:${port}/`;
        await waitFor(shop, child);
      });

      const ask = (body, headers = {}) => fetch(`${shop}shop/token`, { method: 'POST', headers, body: JSON.stringify(body) });

      it('gives a token for an open order and its amount, for the cards of a customer, and for nothing else', async () => {
        for (const [body, status, names, headers = {}] of CASES) {
          const answer = await ask(body, headers);
          const [found, told] = [Object.keys(await answer.json()).sort(), JSON.stringify([body, headers])];
          assert.deepEqual([answer.status, found], [status, names], told);
          assert.equal(answer.headers.get('cache-control'), 'no-store', told);
        }
      });

      it('gives tokens to the commands that try it', () => {
        for (const command of moveAddresses(findBlock('"purpose":"card-token"}'), { shop }).trim().split('\n')) {
          assert.ok(JSON.parse(runCommands(command)).token, command);
        }
      });

      it('refuses other sites, other paths, and what is no JSON object', async () => {
        const [[order]] = CASES;
        assert.equal((await ask(order, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
        assert.equal((await ask(order, { 'Sec-Fetch-Site': 'same-site' })).status, 403);
        assert.equal((await fetch(`${shop}shop/other`, { method: 'POST', body: '{}' })).status, 404);
        assert.equal((await fetch(`${shop}shop/token`, { method: 'POST', body: '{' })).status, 400);
        assert.equal((await fetch(`${shop}shop/token`, { method: 'POST', body: '7' })).status, 400);
      });

      it('lets a page pay and keep the card, and another one without an order delete it', async (test) => {
        const front = await startFront(shop, service);
        test.after(front.close);
        const page = await (await browser.newContext()).newPage();
        page.setDefaultTimeout(LIMIT_MS);
        await page.goto(front.url);
        const readState = async () => (await fetch(`${service}__sandbox/state`)).json();
        const { charges: before } = await readState();
        assert.deepEqual(await payAndKeepCard(page), { name: 'balcao-approved', status: 'approved', code: undefined });
        const { charges, cards } = await readState();
        assert.equal(cards.at(-1).deletedAt, undefined);
        assert.equal(charges.length, before.length + 1);
        await page.goto(new URL('account', front.url).href);
        assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
        assert.ok((await readState()).cards.at(-1).deletedAt);
      });
    });
  }
});
