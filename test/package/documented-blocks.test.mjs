/** No code of the documents is only read: each block is run by a test, as printed; those of frameworks by `npm run test:consumers`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocks, pages } from './documented-blocks.mjs';
import { claims, listUnclaimed } from './documented-claims.mjs';
import { readDocument } from './documents.mjs';

/** Run by a test of their own without being asked for by name: documented-html.test.mjs, documented-css.ci.test.mjs. */
const RUN_BY_LANGUAGE = ['html', 'css'];

/** What no test of the package can run, by a text of it, and why. */
const NOT_RUN = [
  {
    text: 'npm ci && npm start',
    why: 'it installs and starts this project itself; test/acceptance/start.test.mjs starts what npm start does',
  },
  { text: 'npm ci && npm test', why: 'it runs all tests, this one too' },
  { text: 'frame\n  CardForm.pay(), payOrder', why: 'it is a diagram of a payment with a frame' },
  { text: 'page  https://loja.example/shop/...', why: 'it is a diagram of a shop beside balcao serve' },
  { text: '# Dockerfile', why: 'an image needs a registry; test/bin/serve.test.mjs starts the same program and ends it by SIGTERM' },
  { text: 'npm install balcao pg', why: 'it installs from a registry; test/bin/serve.test.mjs starts the same program' },
  { text: 'page  POST /shop/orders/42', why: 'it is a diagram of a payment through the relay' },
];

const languages = [...new Set(blocks.map(({ language }) => language))];
const firstLine = (code) => code.split('\n', 1)[0];

describe('the code of the documents', () => {
  it('is in fences that name a language', () => {
    const open = pages.filter((file) => (readDocument(file).match(/^ *```(?!\w)/gm) ?? []).length !== (readDocument(file).match(/^ *```\w/gm) ?? []).length); // prettier-ignore
    assert.deepEqual(open, []);
  });

  it('is run by a test, each block', () => {
    const missing = listUnclaimed(...languages.filter((language) => !RUN_BY_LANGUAGE.includes(language)))
      .filter(({ code }) => !NOT_RUN.some(({ text }) => code.includes(text)))
      .map(({ files, language, code }) => `${files[0]}: ${language}: ${firstLine(code)}`);
    assert.deepEqual(missing, []);
  });

  it('ends well on SIGTERM where it is a program that serves a shop: it listens no more, closes the shop, and exits', () => {
    const servesShop = ({ code }) => /\.listen\(|\bserve\(/.test(code) && /createShopServer|shop\.mjs/.test(code);
    const programs = blocks.filter(servesShop);
    assert.ok(programs.some(({ code }) => code.startsWith('// server.mjs\n')));
    const steps = String.raw`\{\n +(?:server\.)?close\(\);\n +await shop\.close\(\);\n +process\.exit\(0\);\n *\}`;
    const handlers = [
      new RegExp(String.raw`process\.once\('SIGTERM', async \(\) => ${steps}\);`),
      new RegExp(String.raw`async function end\(\) ${steps}\nprocess\.once\('SIGINT', end\)\.once\('SIGTERM', end\);`),
    ];
    assert.deepEqual(
      programs
        .filter(({ code }) => !handlers.some((handler) => handler.test(code)))
        .map(({ files, code }) => `${files[0]}: ${firstLine(code)}`),
      [],
    );
  });

  it('is named by a text that one block alone has', () => {
    const unclear = [...claims, ...NOT_RUN].filter(({ text }) => blocks.filter(({ code }) => code.includes(text)).length !== 1);
    assert.deepEqual(unclear, []);
  });
});
