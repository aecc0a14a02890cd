/** The packed package in bundlers, each without a setting of ours. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { packInto } from '../../scripts/tests/artifacts.mjs';
import { startConsumerShop } from './consumer-shop.mjs';
import { installConsumer, openFolder, runScript } from './installed.mjs';
import { Shopper } from './shopper.mjs';

const BUNDLERS = ['vite', 'webpack', 'rspack', 'rollup', 'esbuild', 'parcel', 'bun'];

/** Those that bundle a server, too. */
const SERVERS = ['webpack', 'rspack', 'esbuild', 'bun'];

const chosen = process.env.BUNDLERS?.split(',') ?? BUNDLERS;

describe('the packed package, bundled', () => {
  let folder;
  let project;
  let shop;
  let browser;
  before(async () => {
    folder = openFolder();
    project = installConsumer('bundlers', {}, { folder: folder.folder, tarball: packInto(folder.folder) });
    shop = await startConsumerShop();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    folder?.close();
  });

  /** Writes the page of a bundler that does not write one. */
  function writePage(dist) {
    if (existsSync(join(dist, 'index.html'))) return;
    const page = readFileSync(join(project, 'index.html'), 'utf8');
    const links = '<link rel="stylesheet" href="./main.css" /><script type="module" src="./main.js"></script>';
    writeFileSync(join(dist, 'index.html'), page.replace(/<script.*<\/script>/, links));
  }

  for (const name of chosen) {
    it(`by ${name} is built, has the theme, and pays once`, async () => {
      const { status, output } = runScript(project, name);
      assert.equal(status, 0, output);
      const dist = join(project, 'dist', name);
      writePage(dist);
      const shopper = await Shopper.open(browser, shop.open(dist, `bundled-${name}`));
      await shopper.number.waitFor();
      const radius = await shopper.checkout.evaluate((element) => getComputedStyle(element).getPropertyValue('--balcao-radius').trim());
      assert.equal(radius, '14px');
      await shopper.typeNumber();
      await shopper.typeRest();
      assert.match(await shopper.pay(), /149,90$/);
      assert.deepEqual(
        (await shop.charges(`bundled-${name}`)).map(({ amount }) => amount),
        [149.9],
      );
      assert.deepEqual(shopper.complaints, []);
      await shopper.close();
    });
  }

  for (const name of SERVERS.filter((each) => chosen.includes(each))) {
    it(`as a server by ${name} is built without the packages that a shop may lack, and runs`, () => {
      const { status, output } = runScript(project, `server:${name}`);
      assert.equal(status, 0, output);
      const {
        stdout,
        status: ended,
        stderr,
      } = spawnSync(process.execPath, [join('dist/server', `${name}.mjs`)], { cwd: project, encoding: 'utf8' });
      assert.deepEqual([ended, stdout], [0, '404\n'], stderr);
    });
  }
});
