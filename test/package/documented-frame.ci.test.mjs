/** The isolated mode of the documents, as printed: the frame is written by the program, the shop's page has it under the printed policy. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';
import { pressPay, typeCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createTokenEndpoint, openRecipe } from './documented-page.mjs';
import { installPacked, root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const FRAME = 'https://pay.provider.example';
const FOLDER = '/loja-1/v1/';
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/plain' };
const SCRIPT =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Pedido 42</title><script src="/balcao/balcao.min.js"></script>';
const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };
/** As npx runs it, in a project that has the package. */
const PROGRAM = `"${process.execPath}" node_modules/balcao/dist/bin/balcao.js`;

/** A browser that does not know the feature yet says so. */
const isOfPage = (complaint) => complaint !== "Unrecognized feature: 'autofill'.";

/** What a frame that is inspected tries, to see it refused. */
const TRIED = /loja-1\/v1\/.*(?:Content Security Policy|Refused to connect)|requires 'TrustedHTML'/;

/** The two ways in which a page has the frame. */
const DRAWN = findBlock('methods="saved-cards card"');
const SLOTTED = findBlock('slot="card-frame"');

describe('the isolated mode of the documents, as printed', () => {
  let browser;
  let packed;
  let approved;
  const run = (commands) =>
    spawnSync('sh', ['-ec', commands.replaceAll('npx balcao', PROGRAM)], {
      cwd: packed.project,
      encoding: 'utf8',
    });

  before(async () => {
    packed = installPacked();
    // The sandbox's tokens are opaque.
    const config = findBlock('"value": "loja-1"').replace('"value": "loja-1"', '"value": "loja-1", "allowsOpaque": true');
    writeFileSync(join(packed.project, 'loja-1.json'), config);
    const { status, stdout, stderr } = run(findBlock('npx balcao frame --config loja-1.json --out public/loja-1/v1\n'));
    assert.deepEqual([status, stderr], [0, '']);
    for (const server of ['nginx', 'Caddy', 'Node']) assert.ok(stdout.includes(server), server);
    assert.equal(run(findBlock('--json > approved.json')).status, 0);
    approved = JSON.parse(readFileSync(join(packed.project, 'approved.json'), 'utf8'));
    // Requests that a frame with its own process makes at once were seen to escape `route` on a busy machine.
    browser = await launchChromium({ args: [] });
  });
  after(async () => {
    await browser?.close();
    packed?.remove();
  });

  /** What the provider's server has at a path. */
  function serve(path) {
    const name = path === FOLDER ? 'index.html' : path.slice(FOLDER.length);
    const file = join(packed.project, 'public', FOLDER, name);
    if (!path.startsWith(FOLDER) || !existsSync(file)) return { status: 404, headers: {}, body: '' };
    return { status: 200, headers: { ...approved.headers, 'Content-Type': TYPES[extname(name)] }, body: readFileSync(file) };
  }

  /** Opens a tag in a shop's page; `askers` has the origin of the document of every request to the service. */
  async function open(tag) {
    const sandbox = createSandbox();
    const opened = await openRecipe(browser, {
      files: { '/': { type: 'html', body: SCRIPT + tag } },
      endpoints: { '/shop/token': createTokenEndpoint(sandbox) },
      sandbox,
      policy: findBlock('frame-src https://pay.provider.example; base-uri').trim(),
      sites: { [FRAME]: serve },
    });
    const askers = [];
    opened.page.on('request', (request) => {
      if (request.url().startsWith('https://payments.example/')) askers.push(new URL(request.frame().url()).origin);
    });
    return { sandbox, askers, fields: opened.page.frameLocator('iframe[title="Dados do cartão"]'), ...opened };
  }

  for (const [what, tag] of [
    ['draws it', DRAWN],
    ['has it in its HTML', SLOTTED],
  ]) {
    it(`the frame takes a payment in a page that ${what}, without a complaint`, async () => {
      const { page, fields, sandbox, askers, complaints } = await open(tag);
      await typeCard(fields, '4111111111111111');
      assert.deepEqual(await pressPay(page), PAID);
      assert.equal(sandbox.state().charges.length, 1);
      assert.deepEqual([...new Set(askers)], [FRAME]);
      assert.equal(await page.locator('iframe').count(), 1);
      assert.deepEqual(complaints.filter(isOfPage), []);
    });
  }

  it('diagnose finds nothing wrong with it, and asks the service nothing', async () => {
    const { page, askers, complaints } = await open(DRAWN);
    const { ok, findings } = await page.evaluate(() => globalThis.Balcao.diagnose());
    assert.deepEqual([ok, findings.filter((finding) => !finding.ok || finding.isWarning)], [true, []]);
    assert.ok(findings.some(({ check, message }) => check === 'frame' && message.includes('https://payments.example/')));
    assert.deepEqual(askers, []);
    assert.deepEqual(
      complaints.filter(isOfPage).filter((text) => !TRIED.test(text)),
      [],
    );
  });

  it('the example of the command is written, and told as JSON, as its page says', () => {
    writeFileSync(join(packed.project, 'shop-1.json'), findBlock('https://www.shop.example'));
    const command = findBlock('npx balcao frame --config shop-1.json').trim();
    assert.equal(run(command).status, 0);
    const told = JSON.parse(run(`${command} --json`).stdout);
    const [files, page, headers] = [told, told.files['index.html'], told.headers].map((each) => Object.keys(each));
    const printed = findBlock('{"files":{"index.html"');
    assert.deepEqual(
      [...files, ...page, headers[0]].filter((key) => !printed.includes(`"${key}":`)),
      [],
    );
    assert.match(headers.join(), /^Content-Security-Policy,/);
  });

  describe('and its check of what is served', () => {
    let server;
    let base;
    let spoil = (answer) => answer;
    before(async () => {
      server = createServer((request, response) => {
        const { status, headers, body } = spoil(serve(new URL(request.url ?? '/', 'http://localhost').pathname));
        response.writeHead(status, headers).end(body);
      });
      base = `http://127.0.0.1:${await listen(server)}${FOLDER}`;
      writeFileSync(join(packed.project, 'check-frame.mjs'), findBlock('// check-frame.mjs'));
    });
    after(() => server?.close());

    async function check(answer) {
      spoil = answer;
      const child = spawn(process.execPath, ['check-frame.mjs', base], { cwd: packed.project });
      let printed = '';
      child.stdout.on('data', (text) => (printed += text));
      const [status] = await once(child, 'close');
      return { status, lines: printed.trim().split('\n') };
    }

    it('approves of the files and headers as written', async () => {
      const { status, lines } = await check((answer) => answer);
      assert.equal(status, 0);
      assert.deepEqual(
        lines.map((line) => line.split('\t').slice(0, 2)),
        Object.keys(approved.files).map((file) => ['approved', file]),
      );
    });

    it('finds a file that was changed, and a header that is missing', async () => {
      const changed = await check(({ body, ...answer }) => ({ ...answer, body: Buffer.concat([Buffer.from(body), Buffer.from('\n')]) }));
      assert.equal(changed.status, 1);
      assert.ok(changed.lines.every((line) => line.startsWith('NOT APPROVED')));
      const bare = await check(({ headers, ...answer }) => ({ ...answer, headers: { ...headers, 'Content-Security-Policy': '' } }));
      assert.equal(bare.status, 1);
      assert.match(bare.lines[0], /^NOT APPROVED\t.*\tContent-Security-Policy$/);
    });
  });
});
