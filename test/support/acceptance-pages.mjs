/**
 * Pages as a shop serves them, for tests of the built files: with the headers of a real server, and nothing that the test runner adds.
 *
 * - `POST /__acceptance/pages` of `{ html, csp, charset, type }` answers `{ url, reports }`: a page of exactly this text, and where the
 *   violations of its policy are listed (the browser itself posts them there).
 * - `POST /__acceptance/copies` of `{ version, held, gone, hasCors }` answers `{ url }`: a folder with `dist` as another shop's server has it, of
 *   this version, where lazy files whose names begin with one of `held` wait, those of `gone` are not there, and pages of other origins may
 *   read the files unless `hasCors` is false. A `POST` to it changes that.
 * - `GET /__acceptance/parts/balcao.js` is the module with a file for each part that loads late, as bundlers make them. Each asks
 *   `globalThis.holdPart(name)` before its first line, where there is that: held by the server, they would take up all of a browser's connections.
 * - `GET /__acceptance/other-origin` answers `{ url }`: where another server has `dist`, see `other-origin.mjs`.
 * - `GET /__acceptance/scripts/NAME.js` is a script that a page of a test loads beside ours; `own-lit.js` brings a Lit of its own.
 *
 * `dist` is built anew where a source is younger than it.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseConfig, buildChunks } from '../../scripts/build/configs.mjs';
import { ensureDist } from '../../scripts/tests/dist.mjs';
import { createDistCopy } from './dist-copy.mjs';
import { startOtherOrigin } from './other-origin.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = join(root, 'test/acceptance/scripts');
const BASE = '/__acceptance/';

/** @returns A Koa middleware. */
export function acceptancePages() {
  const pages = new Map();
  const copies = new Map();
  let ready;
  let otherOrigin;
  return async (ctx, next) => {
    if (!ctx.path.startsWith(BASE)) return next();
    const [kind, name = '', ...path] = ctx.path.slice(BASE.length).split('/');
    // Past Koa, whose later middleware would write the runner's own script into the page.
    ctx.respond = false;
    ctx.status = 200;
    const { req, res } = ctx;
    if (kind === 'other-origin') {
      otherOrigin ??= startOtherOrigin();
      return answer(res, 'application/json', JSON.stringify({ url: await otherOrigin }));
    }
    if (kind === 'scripts') return answer(res, 'text/javascript', await readScript(name));
    if (kind === 'parts') {
      const code = (await (parts ??= buildParts())).get([name, ...path].join('/'));
      return code === undefined ? void res.writeHead(404).end() : answer(res, 'text/javascript', code);
    }
    if (req.method === 'POST') await (ready ??= ensureDist());
    if (kind === 'copies' && req.method === 'POST') {
      const id = name || randomUUID();
      const copy = copies.get(id) ?? createDistCopy();
      copies.set(id, copy);
      copy.change(JSON.parse(await readBody(req)));
      return answer(res, 'application/json', JSON.stringify({ url: `${BASE}copies/${id}/` }));
    }
    if (kind === 'copies') return copies.get(name)?.answer(res, path.join('/'));
    const page = pages.get(name);
    if (kind === 'pages' && req.method === 'POST') {
      const id = randomUUID(); // two pages may ask at the same time
      pages.set(id, { ...JSON.parse(await readBody(req)), violations: [] });
      return answer(res, 'application/json', JSON.stringify({ url: `${BASE}pages/${id}`, reports: `${BASE}reports/${id}` }));
    }
    if (!page) return void res.writeHead(404).end();
    if (kind === 'pages') return answerPage(res, page, `${BASE}reports/${name}`);
    if (req.method === 'POST') page.violations.push(describeReport(JSON.parse(await readBody(req))));
    return answer(res, 'application/json', JSON.stringify(page.violations));
  };
}

function answer(response, type, body) {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function answerPage(response, { html, csp, charset = 'utf-8', type = 'text/html' }, reports) {
  if (csp) response.setHeader('Content-Security-Policy', `${csp}; report-uri ${reports}`);
  answer(response, `${type}; charset=${charset}`, Buffer.from(html, charset === 'utf-8' ? 'utf8' : 'latin1'));
}

function describeReport({ 'csp-report': report }) {
  return `${report['effective-directive'] ?? report['violated-directive']} ${report['blocked-uri']}`;
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

let parts;

/** @returns The files of the module and of its parts, by their paths. */
async function buildParts() {
  const chunks = await buildChunks(
    baseConfig({
      lib: { entry: { balcao: join(root, 'src/script/module.ts') }, formats: ['es'] },
      output: { minify: false, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    }),
  );
  const hold = ({ isDynamicEntry, name }) => (isDynamicEntry ? `await globalThis.holdPart?.(${JSON.stringify(name)});` : '');
  return new Map(chunks.map((chunk) => [chunk.fileName, `${hold(chunk)}${chunk.code}`]));
}

let ownLit;

/** A script of `test/acceptance/scripts`; one that imports a package is bundled, once. */
async function readScript(name) {
  if (name !== 'own-lit.js') return readFileSync(join(scripts, name.replace(/[^\w.-]/g, '')));
  /** @type {import('vite').LibraryOptions} */
  const lib = { entry: join(root, 'test/package/own-lit.mjs'), formats: ['iife'], name: 'unused', fileName: 'own-lit' };
  ownLit ??= buildChunks({ configFile: false, root, logLevel: 'error', build: { lib } });
  return (await ownLit)[0].code;
}
