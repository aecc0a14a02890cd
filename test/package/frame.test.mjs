import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from './limit.mjs';
import { root } from './packed.mjs';
import { startSandbox } from './sandbox-server.mjs';

const folder = join(root, 'dist/frame');
const read = (file) => readFileSync(join(folder, file), 'utf8');
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** The page of a frame, as `npx balcao frame` would write it. */
const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="frame.css">
<script type="module" src="entry.js"></script>`;

const CARD = { number: '4111111111111111', holderName: 'ANA SOUZA', expirationDate: '12/30', securityCode: '123' };

describe('the parts of a frame', () => {
  it('are the core, what comes after it, and what comes when it is asked for', () => {
    const names = readdirSync(folder).map((file) => file.replace(/-[\w-]{8}\./, '-HASH.'));
    assert.deepEqual(names.sort(), ['core.js', 'en-HASH.js', 'es-HASH.js', 'frame.css', 'inspection-HASH.js', 'late-HASH.js']);
  });

  it('import each other by name, and nothing else', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
    for (const file of files) {
      const specifiers = [...read(file).matchAll(/(?:from|import\()\s*["'`]([^"'`]+)["'`]/g)].map(([, specifier]) => specifier);
      for (const specifier of specifiers) assert.ok(files.includes(specifier.replace('./', '')), `${file}: ${specifier}`);
    }
  });

  it('export what starts a frame', () => {
    assert.match(read('core.js'), /export\{.*\bas startFrame\b.*\};?\s*$/s);
  });

  it('say all words of the fields, and no other words of a page', () => {
    const scripts = ['controllers/card/card-validator'];
    const sources = [...scripts, 'elements/card-form/card-inputs', 'elements/card-form/number-marks'];
    const keysOf = (file) => [...readFileSync(join(root, 'src/i18n', file), 'utf8').matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
    const whole = [...keysOf('pt-br.ts'), ...keysOf('pt-br-saved-cards.ts')];
    const used = sources.flatMap((file) =>
      [...readFileSync(join(root, `src/${file}.ts`), 'utf8').matchAll(/'(\w+)'/g)].map(([, word]) => word),
    );
    const isOwn = new Set([...keysOf('pt-br-field-errors.ts'), ...keysOf('pt-br-first.ts')]);
    assert.deepEqual(
      used.filter((word) => whole.includes(word) && !isOwn.has(word)),
      [],
    );
    const late = read(readdirSync(folder).find((file) => file.startsWith('late-')));
    assert.ok(late.includes('Confira a validade') && !late.includes('Forma de pagamento'));
  });

  it('keep nothing in the browser, and evaluate no text as code', () => {
    for (const file of readdirSync(folder)) {
      assert.doesNotMatch(
        read(file),
        /\beval\(|new Function\b|\bFunction\(|localStorage|sessionStorage|indexedDB|document\.cookie|serviceWorker/,
        file,
      );
    }
  });
});

describe('a frame, under a strict policy', () => {
  let sandbox;
  let server;
  let browser;
  let port;
  /** What was asked of the frame's origin, and how often the late part is yet to be refused. */
  let asked;
  let refusals;
  let room = 0;

  const policy = () =>
    [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'",
      `connect-src ${sandbox.origin}; frame-ancestors http://127.0.0.1:${port}; require-trusted-types-for 'script'`,
    ].join('; ');

  function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://localhost');
    const send = (file, text) => response.setHeader('Content-Type', `${TYPES[file.split('.').pop()]}; charset=utf-8`).end(text);
    if (pathname === '/shop.html') return send('shop.html', '<!doctype html><link rel="icon" href="data:,"><body>');
    const file = pathname.replace('/frame/', '');
    asked.push(file);
    if (file.startsWith('late-') && refusals-- > 0) return response.writeHead(503).end();
    response.setHeader('Content-Security-Policy', policy()).setHeader('X-Content-Type-Options', 'nosniff');
    if (file === 'index.html') return send(file, PAGE);
    const config = { service: `${sandbox.origin}/frame-${room}/`, origins: [`http://127.0.0.1:${port}`] };
    if (file === 'entry.js') return send(file, `import{startFrame}from"./core.js";startFrame(${JSON.stringify(config)});`);
    return send(file, read(file));
  }

  before(async () => {
    sandbox = await startSandbox();
    server = createServer(answer);
    await new Promise((resolve) => server.listen(0, resolve));
    ({ port } = server.address());
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    await sandbox?.close();
  });

  beforeEach(() => {
    asked = [];
    refusals = 0;
    room += 1;
  });

  /** Opens a shop's page with a frame in it, and hands a port over. */
  async function open(hash = '') {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const complaints = [];
    page.on('console', (message) => {
      // A browser that does not know the feature says so.
      const isKnown = message.text() === "Unrecognized feature: 'autofill'.";
      if (['error', 'warning'].includes(message.type()) && !isKnown) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(violatedDirective, blockedURI));
    });
    await page.goto(`http://127.0.0.1:${port}/shop.html`);
    await page.evaluate(
      async ([origin, address]) => {
        const iframe = document.createElement('iframe');
        iframe.allow = 'autofill';
        iframe.sandbox = 'allow-scripts allow-same-origin allow-forms';
        iframe.referrerPolicy = 'origin';
        iframe.src = origin + address;
        document.body.append(iframe);
        await new Promise((resolve) => (iframe.onload = resolve));
        const { port1, port2 } = new MessageChannel();
        globalThis.messages = [];
        globalThis.port = port1;
        port1.onmessage = ({ data }) => globalThis.messages.push(data);
        iframe.contentWindow?.postMessage({ balcao: 'card-fields', protocols: [1] }, origin, [port2]);
      },
      [`http://localhost:${port}`, `/frame/index.html${hash}`],
    );
    const send = (message) => page.evaluate((data) => globalThis.port.postMessage(data), message);
    const wait = async (type) => {
      const handle = await page.waitForFunction((wanted) => globalThis.messages.find((message) => message.type === wanted), type);
      return handle.jsonValue();
    };
    return { page, frame: page.frameLocator('iframe'), complaints, send, wait };
  }

  async function issueToken() {
    const response = await fetch(`${sandbox.origin}/frame-${room}/__sandbox/token`, { method: 'POST', body: '{}' });
    return (await response.json()).token;
  }

  it('draws, is typed into, charges, and breaks nothing of the policy', async () => {
    const { page, frame, complaints, send, wait } = await open();
    assert.equal((await wait('hello')).service, `${sandbox.origin}/frame-${room}/`);
    await wait('ready');
    for (const [name, text] of Object.entries(CARD)) await frame.locator(`#${name}`).pressSequentially(text);
    assert.equal(await frame.locator('#number').inputValue(), '4111 1111 1111 1111');
    await frame.locator('#securityCode').press('Enter');
    await wait('submit');
    await send({ type: 'prepare', id: 'attempt-1' });
    await wait('prepared');
    const go = { type: 'go', id: 'attempt-1', token: await issueToken(), deadline: Date.now() + 3_600_000 };
    await send({ ...go, amount: 14_990, installments: 1, whoPaysFee: 'merchant' });
    const { result } = await wait('outcome');
    const [charge] = await sandbox.charges(`frame-${room}`);
    assert.deepEqual([result.status, charge.amount], ['approved', 149.9]);
    assert.equal(await frame.locator('#number').inputValue(), '');
    assert.deepEqual(complaints, []);
    const said = await page.evaluate(() => JSON.stringify(globalThis.messages));
    assert.doesNotMatch(said, /4?1{8}/);
    assert.deepEqual(await page.context().cookies(), []);
    await page.close();
  });

  it('loads the core, then one part more, and nothing that nobody asks for', async () => {
    const { page, wait } = await open();
    await wait('ready');
    assert.deepEqual(asked.map((file) => file.replace(/-[\w-]{8}\./, '-HASH.')).sort(), [
      'core.js',
      'entry.js',
      'frame.css',
      'index.html',
      'late-HASH.js',
    ]);
    await page.close();
  });

  it('finds its policy by what that forbids, and that the browser may fill its fields in', async () => {
    const { page, send, wait } = await open();
    await wait('ready');
    await send({ type: 'inspect', id: 'inspection-1' });
    assert.deepEqual(await wait('inspection'), { type: 'inspection', id: 'inspection-1', missing: [], canAutofill: true, droppedCount: 0 });
    await page.close();
  });

  it('tries again where a part does not come at once', async () => {
    refusals = 1;
    const { page, wait } = await open();
    await wait('ready');
    assert.equal(asked.filter((file) => file.startsWith('late-')).length, 2);
    await page.close();
  });

  it('says that a part is missing where it never comes', async () => {
    refusals = Infinity;
    const { page, wait } = await open();
    assert.deepEqual(await wait('fault'), { type: 'fault', code: 'part-missing' });
    await page.close();
  });

  it('speaks another language, and says so where its words do not come', async () => {
    const { page, frame, send, wait } = await open('#en');
    await wait('ready');
    await frame.getByText('Card number').waitFor();
    await page.route('**/es-*.js', (route) => route.abort());
    const form = { texts: {}, acceptedBrands: null, isBusy: false, isDisabled: false, canBeEmpty: false };
    await send({ type: 'form', language: 'es', ...form });
    assert.deepEqual(await wait('fault'), { type: 'fault', code: 'text-missing' });
    await page.close();
  });
});
