import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PLAIN_PAGES } from '../../bench/first-field/pages.mjs';
import { measureWire } from '../../bench/first-field/wire.mjs';
import { compressBest } from '../../scripts/brotli.mjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from './limit.mjs';

const [MODULE_PAGE] = PLAIN_PAGES;

/** Draws the field where ours is: in the shadow root of a form in that of a checkout. */
const DRAW = `export const draw = () => {
  const checkout = document.querySelector('balcao-checkout').attachShadow({ mode: 'open' });
  checkout.innerHTML = '<balcao-card-form></balcao-card-form>';
  checkout.firstChild.attachShadow({ mode: 'open' }).innerHTML = '<input name="number">';
};`;
const LATER = "document.title = 'more';";

const BUILDS = {
  'asks for more when the field is there': {
    files: { 'balcao.js': `${DRAW} draw(); import('./lazy/later.js');`, 'lazy/later.js': LATER },
    counted: ['balcao.js'],
  },
  'asks for more before the field, which does not need it': {
    files: { 'balcao.js': `${DRAW} import('./lazy/later.js'); setTimeout(draw, 50);`, 'lazy/later.js': LATER },
    counted: ['balcao.js'],
  },
  'loads the field from a second file': {
    files: { 'balcao.js': "import('./lazy/core.js').then(({ draw }) => draw());", 'lazy/core.js': DRAW },
    counted: ['balcao.js', 'lazy/core.js'],
  },
  'imports the field statically, which waits for a third file': {
    files: {
      'balcao.js': "import { draw } from './lazy/core.js'; draw();",
      'lazy/core.js': `import './runtime.js'; ${DRAW}`,
      'lazy/runtime.js': 'export {};',
    },
    counted: ['balcao.js', 'lazy/core.js', 'lazy/runtime.js'],
  },
};

describe('what comes over the wire before the field', () => {
  let browser;
  let folder;
  before(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'balcao-wire-'));
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, { files, counted }] of Object.entries(BUILDS)) {
    it(`is ${counted.length} of ${Object.keys(files).length} files where a build ${name}`, async () => {
      const dist = mkdtempSync(join(folder, 'dist-'));
      mkdirSync(join(dist, 'lazy'));
      for (const [file, code] of Object.entries(files)) writeFileSync(join(dist, file), code);
      // Where the field waits for a file that is held back, that one is sent after a while; elsewhere the field comes by itself.
      const patienceMs = counted.length > 1 ? 200 : LIMIT_MS;
      const { paths, bytes } = await measureWire(browser, dist, MODULE_PAGE, patienceMs);
      assert.deepEqual(
        paths.sort(),
        counted.map((file) => `/dist/${file}`),
      );
      assert.equal(
        bytes,
        counted.reduce((sum, file) => sum + compressBest(files[file]).length, 0),
      );
    });
  }
});
