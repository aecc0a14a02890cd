/** `balcao create`, as a new user has it: each kind of shop is written, installed by npm, started, paid at, and started again. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findPackage } from '../../scripts/tests/artifacts.mjs';
import { payByCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { waitUntil } from './documented-server.mjs';
import { LIMIT_MS } from './limit.mjs';
import { createNpmEnv, packPackages, startRegistry } from './package-registry.mjs';
import { root } from './packed.mjs';
import { createKnownPix } from './pix-payment.mjs';

/** The commands of the guide, in the repository. `npm ci` is done before, and `npm start` does not end. */
const IN_REPOSITORY = [
  findBlock('npm ci\nnode dist/bin/balcao.js create ../my-shop\n').replace('npm ci\n', ''),
  findBlock('cd ../my-shop\nnpm install').replace('npm start\n', ''),
].join('');

/** What the page says that the programs print. */
const PRINTED = findBlock('Open http://127.0.0.1:3000/orders/42').split('\n...\n');

/** How each kind is made, by the guide and the recipe, from the repository and from a registry; and what it then depends on. */
const KINDS = {
  node: { folder: 'balcao', commands: IN_REPOSITORY, name: 'my-shop', source: 'file:../balcao' },
  express: {
    folder: 'balcao',
    name: 'my-express-shop',
    commands: findBlock('create ../my-express-shop --kind express --yes').replace('npm ci\n', '').replace('npm start\n', ''),
    source: 'file:../balcao',
  },
  'express of a registry': {
    folder: '.',
    name: 'my-shop',
    commands: `${findBlock('npx balcao create my-shop\n').trim()} --kind express --fee-payer choice --lang en\ncd my-shop && npm install`,
    source: `^${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`,
  },
};

it('the README has the commands of the guide', () => {
  const commands = findBlock('cd ../my-shop && npm install && npm start').trim().replaceAll(' && ', '\n').split('\n');
  assert.deepEqual(commands, [...IN_REPOSITORY.trim().split('\n'), 'npm start']);
});

describe('a shop that was made by balcao create', () => {
  let parent;
  let env;
  let registry;
  let browser;
  const running = new Set();
  before(async () => {
    parent = mkdtempSync(join(tmpdir(), 'balcao-created-'));
    registry = await startRegistry(parent, packPackages(parent, ['@electric-sql/pglite', 'express']));
    // npx asks at a terminal before it installs.
    env = { ...createNpmEnv(registry, parent), npm_config_yes: 'true' };
    browser = await launchChromium();
  });
  after(async () => {
    for (const stop of running) await stop();
    await browser?.close();
    registry?.close();
    rmSync(parent, { recursive: true, force: true });
  });

  /** Lays the package where a repository is after `npm ci`. */
  function layRepository(folder) {
    mkdirSync(folder);
    cpSync(findPackage(folder), join(folder, 'balcao'), { recursive: true });
    for (const name of ['lit', 'zod', 'idb', '@electric-sql/pglite']) {
      const link = join(folder, 'balcao/node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link, 'dir');
    }
  }

  /** Runs `npm start`, and waits for the addresses that it prints. `stop()` is Ctrl+C. */
  async function start(shop) {
    const child = spawn('npm', ['start'], { cwd: shop, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output.text += text));
    const ended = once(child, 'exit');
    const stop = async () => {
      running.delete(stop);
      process.kill(-Number(child.pid), 'SIGINT');
      await ended;
    };
    running.add(stop);
    const find = (printed) => {
      const pattern = printed.trim().replace(/http:\/\/127\.0\.0\.1:\d+/, String.raw`(http://127\.0\.0\.1:\d+`);
      return new RegExp(`^${pattern})$`, 'm').exec(output.text)?.[1];
    };
    await waitUntil(() => child.exitCode !== null || find(PRINTED[1]) !== undefined, 'the address of the shop');
    const [control, address] = PRINTED.map(find);
    assert.ok(control !== undefined && address !== undefined, output.text);
    const count = (orderId) => output.text.split(`settled {"orderId":"${orderId}"`).length - 1;
    return { control, origin: new URL(address).origin, address, count, stop };
  }

  const readState = async ({ control }) => (await fetch(`${control}state`)).json();

  /** Whether the shop says that an order is paid. */
  async function isPaid({ origin }, orderId) {
    const body = JSON.stringify({ purpose: 'card-payment', orderId, attemptId: `asked-${orderId}`, amount: '149.90' });
    const headers = { Origin: origin, Cookie: 'session=only-for-trying' };
    return (await (await fetch(`${origin}/shop/token`, { method: 'POST', headers, body })).json()).closed === 'paid';
  }

  async function openPage() {
    const context = await browser.newContext();
    context.setDefaultTimeout(LIMIT_MS);
    return context.newPage();
  }

  for (const [kind, { folder, name, commands, source }] of Object.entries(KINDS)) {
    it(`takes card and Pix, each once, and still knows it after its restart: ${kind}`, async () => {
      const place = join(parent, kind);
      layRepository(place);
      await promisify(execFile)('sh', ['-ec', commands], { cwd: join(place, folder), env });
      const shop = join(place, name);
      assert.equal(JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8')).dependencies.balcao, source);
      assert.equal(existsSync(join(shop, 'node_modules/express')), kind !== 'node');

      const first = await start(shop);
      const page = await openPage();
      await page.goto(first.address);
      assert.equal((await payByCard(page)).status, 'approved');
      await waitUntil(() => first.count(42) > 0, 'the payment of order 42');
      await page.goto(`${first.origin}/orders/43`);
      await createKnownPix(page);
      const control = await openPage();
      await control.goto(first.control);
      await control.getByRole('button', { name: /^Pay it: Pix of R\$\s142,41/ }).click();
      await waitUntil(() => first.count(43) > 0, 'the payment of order 43');
      const [{ identifier }, ...others] = (await readState(first)).charges;
      assert.deepEqual([others.length, first.count(42), first.count(43)], [0, 1, 1]);
      await first.stop();

      const second = await start(shop);
      assert.deepEqual([await isPaid(second, '42'), await isPaid(second, '43')], [true, true]);
      const later = await openPage();
      await later.goto(`${second.origin}/orders/45`);
      assert.equal((await payByCard(later)).status, 'approved');
      await waitUntil(() => second.count(45) > 0, 'the payment of order 45');
      const { charges } = await readState(second);
      assert.deepEqual([charges.length, second.count(45), second.count(42), second.count(43)], [1, 1, 0, 0]);
      assert.notEqual(charges[0].identifier, identifier);
      assert.deepEqual([await isPaid(second, '42'), await isPaid(second, '45')], [true, true]);
      await second.stop();
    });
  }
});
