/** `balcao` where there is no page: in a worker of a browser, and in an edge runtime, by the build of Lit that is for browsers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';
import { installPacked } from './packed.mjs';

/** Imports every entry that has elements; then says what there is, what of a page is there afterwards, and one result. */
const MODULE = `
import * as balcao from 'balcao';
import 'balcao/define';
import 'balcao/elements/pix/define';
import * as components from 'balcao/react';
const report = {
  names: [balcao, components].flatMap((module) => Object.keys(module)).sort(),
  page: ['document', 'HTMLElement', 'customElements', 'window'].filter((name) => name in globalThis),
  reais: balcao.formatReais(14990),
};
`;

/** What an edge runtime has: nothing of a page, and in some no `CustomEvent`. */
const EDGE = { URL, URLSearchParams, Headers, Request, Response, fetch, crypto, TextEncoder, TextDecoder, AbortController, AbortSignal, Event, EventTarget, setTimeout, clearTimeout, queueMicrotask, structuredClone, console }; // prettier-ignore

describe('where there is no page, the packed package', () => {
  let packed;
  let browser;
  let expected;

  before(async () => {
    packed = installPacked(['react']);
    browser = await launchChromium();
    writeFileSync(join(packed.project, 'node.mjs'), `${MODULE}console.log(JSON.stringify(report));`);
    const { stdout, stderr } = spawnSync(process.execPath, ['node.mjs'], { cwd: packed.project, encoding: 'utf8' });
    assert.equal(stderr, '');
    const { names, reais } = JSON.parse(stdout);
    expected = { names, page: [], reais };
    assert.ok(names.includes('Checkout') && names.includes('BalcaoCheckout'));
  });
  after(async () => {
    await browser?.close();
    packed?.remove();
  });

  /** Bundles the module for a browser into one file. */
  async function bundle(code, { format, conditions }) {
    writeFileSync(join(packed.project, 'entry.mjs'), MODULE + code);
    const built = await build({
      configFile: false,
      root: packed.project,
      logLevel: 'error',
      resolve: { conditions },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        lib: { entry: join(packed.project, 'entry.mjs'), formats: [format], name: 'unused', fileName: 'entry' },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
    const [chunk] = output;
    return chunk.code;
  }

  for (const [lit, conditions] of /** @type {[string, string[]][]} */ ([
    ['Lit', ['browser', 'module']],
    ['Lit for development', ['browser', 'module', 'development']],
    ['Lit, and the conditions of an edge runtime', ['edge-light', 'workerd', 'worker', 'browser', 'module']],
  ])) {
    it(`is imported as in Node in a module worker, with ${lit}`, async (test) => {
      const code = await bundle('postMessage(report);', { format: 'es', conditions });
      const files = { '/': ['text/html', '<!doctype html><title>-</title>'], '/worker.js': ['text/javascript', code] };
      const server = createServer((request, response) => {
        const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
        response.setHeader('Content-Type', type).end(body);
      });
      const page = await browser.newPage();
      test.after(async () => {
        await page.close();
        server.close();
      });
      await page.goto(`http://127.0.0.1:${await listen(server)}/`);
      const report = await page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker('/worker.js', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
          }),
      );
      assert.deepEqual(report, expected);
    });

    for (const [runtime, scope] of Object.entries({ 'with the APIs of the web': EDGE, 'with a `self`': { ...EDGE, self: {} } })) {
      it(`is imported as in Node in an edge runtime ${runtime}, with ${lit}`, async () => {
        const code = await bundle('globalThis.report = report;', { format: 'iife', conditions });
        const context = createContext({ ...scope });
        runInContext(code, context);
        assert.deepEqual(JSON.parse(JSON.stringify(context.report)), expected);
      });
    }
  }

  it('leaves Lit for Node its own `HTMLElement`, which a server draws by', () => {
    const code = `import 'balcao/define';
      import { LitElement } from 'lit';
      const element = new (class extends LitElement {})();
      element.setAttribute('order-id', '42');
      console.log(element.getAttribute('order-id'), typeof document, typeof HTMLElement);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: packed.project,
      encoding: 'utf8',
    });
    assert.deepEqual([stdout.trim(), stderr], ['42 undefined undefined', '']);
  });
});
