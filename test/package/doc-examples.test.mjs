/** Runs the examples of the docstrings: those of functions and of the client in Node, with the sandbox, those of a page in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as client from '../../src/client/index.ts';
import * as domain from '../../src/domain/index.ts';
import { memoryCardStore } from '../../src/flow/card-stores/memory-card-store.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { compileExample, evaluateExample, findEntry, listExamples, listFiles } from '../support/doc-examples.mjs';
import { js, openRecipe } from './documented-page.mjs';
import { root } from './packed.mjs';

const SERVICE = 'https://payments.example/';
const SHOP = 'https://shop.example/';

const examples = ['domain', 'client', 'flow', 'controllers', 'elements'].flatMap(listFiles).flatMap(listExamples);

/** What an example may import, by entry. */
const ENTRIES = { 'balcao/domain': domain, 'balcao/client': client, balcao: { ...domain, ...client, memoryCardStore } };

/** The examples of `balcao` that need a page. */
const IN_PAGE = ['indexedDbCardStore', 'forgetOrder', 'forgetCustomer', 'diagnose'];

/** Types and errors are documented by their fields; the profile is an object. */
const NO_EXAMPLE = ['CheckoutError'];

const isFunction = ([name, value]) => typeof value === 'function' && !NO_EXAMPLE.includes(name);

/** The sandbox and the endpoints of a shop, in place of the network. */
function answerWith(sandbox) {
  const cards = new Map();
  const endpoints = {
    '/token': () => sandbox.issueToken(),
    '/notify': () => ({}),
    '/resolve': () => ({ status: 'not-charged' }),
    '/cards': (card) => (card ? cards.set(card.cardId, card) && {} : [...cards.values()]),
  };
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith(SERVICE)) return sandbox(request);
    assert.ok(request.url.startsWith(SHOP), request.url);
    const text = await request.text();
    return Response.json(endpoints[new URL(request.url).pathname](text && JSON.parse(text)));
  };
}

describe('the examples of docstrings', () => {
  const { fetch } = globalThis;
  before(() => {
    globalThis.fetch = answerWith(createSandbox());
  });
  after(() => {
    globalThis.fetch = fetch;
  });

  for (const [entry, exports] of Object.entries({ 'balcao/domain': domain, 'balcao/client': client })) {
    it(`are there for each function of ${entry}`, () => {
      const named = new Set(examples.map(({ name }) => name));
      const functions = Object.entries(exports).filter(isFunction);
      assert.ok(functions.length > 0);
      assert.deepEqual(
        functions.map(([name]) => name).filter((name) => !named.has(name)),
        [],
      );
    });
  }

  for (const example of examples.filter(({ name, ...rest }) => ENTRIES[findEntry(rest)] && !IN_PAGE.includes(name))) {
    it(`result in what they say: ${example.name}`, async () => {
      const results = await evaluateExample(example, (entry) => ENTRIES[entry]);
      assert.ok(results.length > 0, 'nothing is said');
      for (const [actual, expected] of results) assert.deepEqual(structuredClone(actual), structuredClone(expected));
    });
  }
});

describe('the examples of docstrings, in a page', () => {
  let browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const name of IN_PAGE) {
    it(`result in what they say: ${name}`, async () => {
      const example = examples.find((each) => each.name === name);
      assert.ok(example);
      const lazy = readdirSync(join(root, 'dist/lazy')).map((file) => [
        `/lazy/${file}`,
        js(readFileSync(join(root, 'dist/lazy', file), 'utf8')),
      ]);
      const files = {
        '/': {
          type: 'html',
          body: `<!doctype html><balcao-card-form order-id="42" amount="149.90" base-url="${SERVICE}" token-url="/token"></balcao-card-form>`,
        },
        '/balcao.js': js(readFileSync(join(root, 'dist/balcao.js'), 'utf8')),
        '/example.js': js(`const load = () => import('/balcao.js');
export const results = [];
${compileExample(example)}`),
        ...Object.fromEntries(lazy),
      };
      const sandbox = createSandbox();
      const { page } = await openRecipe(browser, { files, sandbox, endpoints: { '/token': () => [200, sandbox.issueToken()] } });
      await page.goto(SHOP);
      for (const [actual, expected] of await page.evaluate(async (path) => (await import(path)).results, '/example.js'))
        assert.deepEqual(actual, expected);
    });
  }
});
