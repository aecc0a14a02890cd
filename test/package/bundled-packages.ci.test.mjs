/** Packages are bundled as their authors published them, by this build and by any other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { npmConfig, root, serverConfig, wholeScriptConfig } from '../../scripts/build/configs.mjs';
import { splitConfig } from '../../scripts/build/script-tags.mjs';
import { build } from 'vite';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { buildLibrary } from './build-library.mjs';
import { payByCard } from './card-payment.mjs';
import { LIMIT_MS } from './limit.mjs';
import { startShop } from './shop-page.mjs';

/** Every package whose code a script-tag file carries: ours, and what they are made of. */
const CARRIED = [
  '@brazilian-utils/brazilian-utils',
  '@lit/reactive-element',
  'dijkstrajs',
  'idb',
  'ky',
  'lit',
  'lit-element',
  'lit-html',
  'qrcode',
  'zod',
];

/** The package of a module, or nothing. */
const packageOf = (id) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? '';

/** Builds without writing; returns each module that was bundled with its text as the bundler had it after every plugin. */
async function listModules(config) {
  const modules = new Map();
  const listen = { name: 'test-modules', moduleParsed: ({ id, code }) => void modules.set(id.split('?')[0], code) };
  await build({ ...config, logLevel: 'error', plugins: [...config.plugins, listen], build: { ...config.build, write: false } });
  return modules;
}

for (const [name, createConfig] of Object.entries({ 'balcao.all.min.js': wholeScriptConfig, 'balcao.js': splitConfig })) {
  it(`dist/${name} carries its packages, each file as published`, async () => {
    const modules = await listModules(createConfig());
    const ofPackages = [...modules].filter(([id]) => packageOf(id));
    assert.deepEqual([...new Set(ofPackages.map(([id]) => packageOf(id)))].sort(), CARRIED);
    const changed = ofPackages.filter(([id, code]) => code !== readFileSync(id, 'utf8')).map(([id]) => id);
    assert.deepEqual(changed, []);
    const others = [...modules.keys()].filter((id) => !packageOf(id) && !id.startsWith(join(root, 'src/')) && !id.startsWith('\0'));
    assert.deepEqual(others, []);
  });
}

it('the npm modules carry ky, qrcode and the digits of boletos', async () => {
  const modules = await listModules(npmConfig());
  assert.deepEqual([...new Set([...modules.keys()].map(packageOf).filter(Boolean))].sort(), [
    '@brazilian-utils/brazilian-utils',
    'dijkstrajs',
    'ky',
    'qrcode',
  ]);
});

it('the server carries no package but the digits of boletos', async () => {
  const modules = await listModules(serverConfig());
  assert.deepEqual([...new Set([...modules.keys()].map(packageOf).filter(Boolean))], ['@brazilian-utils/brazilian-utils']);
});

describe('a build by plain Vite, with no plugin of ours', () => {
  /** @type {Record<string, import('vite').LibraryFormats>} */
  const FORMATS = { whole: 'iife', module: 'es' };
  let shop;
  let browser;
  before(async () => {
    const scripts = {};
    for (const [entry, format] of Object.entries(FORMATS)) {
      const lib = { entry: join(root, `src/script/${entry}.ts`), formats: [format], name: 'unused', fileName: () => `${entry}.js` };
      for (const { fileName, code } of await buildLibrary(root, lib)) scripts[`/plain/${fileName}`] = code;
    }
    shop = await startShop(scripts);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  for (const [entry, format] of Object.entries(FORMATS)) {
    it(`pays with src/script/${entry}.ts`, async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(LIMIT_MS);
      const tag = `<script ${format === 'es' ? 'type="module"' : ''} src="/plain/${entry}.js"></script>`;
      await page.goto(
        shop.open(
          `plain-${entry}`,
          (settings) => `<!doctype html><meta charset="utf-8">${tag}<balcao-checkout ${settings}></balcao-checkout>`,
        ),
      );
      assert.equal((await payByCard(page)).name, 'balcao-approved');
      const charges = await shop.charges(`plain-${entry}`);
      assert.deepEqual(
        charges.map(({ amount }) => amount),
        [149.9],
      );
      await page.close();
    });
  }
});
