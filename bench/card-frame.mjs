/**
 * How soon a card field can be used in a frame of another origin, beside the very same page without: in turns, each time with an empty cache, on
 * slow 4G and a processor four times slower; medians, and their ratio in one run.
 *
 * `node bench/card-frame.mjs [--rounds N]`, after `npm run build`; fails where a ratio is over its limit. Chromium runs without site isolation, as on
 * phones with little memory, so that page and frame share one throttled connection and one throttled thread.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compressBest } from '../scripts/brotli.mjs';
import { launchChromium } from '../scripts/launch-chromium.mjs';
import { listen } from '../test/support/listen.mjs';
import { startBenchServer } from './first-field/server.mjs';
import { visitPage } from './first-field/visit.mjs';
import { findMedian } from './median.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** What a framed field may take, as a multiple of the field without: at most, and what is hoped for. */
const LIMITS = { frame: { atMost: 1.8 }, 'frame-in-html': { atMost: 1.8, hope: 1.4 } };

const CONDITIONS = { cpu: 4, isSlow4G: true };
const CONTENT_TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Serves a frame as its provider would, on the other name of this machine, with the headers that the program prints. */
async function startFrameServer(origins) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-frame-'));
  const config = join(folder, 'shop.json');
  const out = join(folder, 'out');
  writeFileSync(config, JSON.stringify({ service: 'http://localhost:9/', origins }));
  const printed = execFileSync(process.execPath, [join(dist, 'bin/balcao.js'), 'frame', '--config', config, '--out', out, '--json'], {
    encoding: 'utf8',
  });
  const { headers } = JSON.parse(printed);
  const files = new Map(readdirSync(out).map((name) => [`/${name}`, compressBest(readFileSync(join(out, name)))]));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path === '/' ? '/index.html' : path;
    const body = files.get(name);
    if (!body) return response.writeHead(404).end();
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    response.setHeader('Content-Type', CONTENT_TYPES[name.split('.').at(-1)]);
    return response.setHeader('Content-Encoding', 'br').end(body);
  });
  const port = await listen(server, 'localhost');
  return {
    address: `http://localhost:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The same page three times: without a frame, with one, and with one that stands in its HTML already. */
function listPages(frameUrl) {
  const create = (id, attributes, content = '') => ({
    id,
    script: '/dist/balcao.js',
    isFramed: attributes !== '',
    path: attributes ? ['balcao-card-fields', 'input[name=number]'] : ['balcao-checkout', 'balcao-card-form', 'input[name=number]'],
    html: `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Loja</title><link rel="icon" href="data:,">
<script type="module" src="/dist/balcao.js"></script><body><balcao-checkout base-url="/pagamentos/" token-url="/token" amount="149.90"
order-id="pedido-1" methods="card" ${attributes}>${content}</balcao-checkout>`,
  });
  const framed = `frame-url="${frameUrl}"`;
  const iframe = `<iframe slot="card-frame" src="${frameUrl}" title="Dados do cartão" allow="autofill" sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="origin"></iframe>`;
  return [create('page', ''), create('frame', framed), create('frame-in-html', framed, iframe)];
}

/** Visits the pages in turns; the first round only warms up. */
async function collect(lab, pages, rounds) {
  const times = Object.fromEntries(pages.map(({ id }) => [id, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const page of pages) {
      const at = await visitPage(lab, page, (visit) => (page.isFramed ? visit.framedFieldAt() : visit.fieldAt()), CONDITIONS);
      if (round > 0) times[page.id].push(at);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([id, values]) => [id, findMedian(values)]));
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const browser = await launchChromium({
  isWhole: true,
  args: ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'],
});
const pages = [];
const server = await startBenchServer({ pages, folders: { dist } });
const frame = await startFrameServer([new URL(server.empty).origin]);
pages.push(...listPages(frame.address));
try {
  const medians = await collect({ browser, server }, pages, Number(values.rounds));
  for (const [id, median] of Object.entries(medians)) {
    const { atMost, hope } = LIMITS[id] ?? {};
    const ratio = median / medians.page;
    const limits = atMost ? `${ratio.toFixed(2)} x, at most ${atMost}${hope ? `, hope ${hope}` : ''}` : '';
    console.log(`${id}: usable field after ${median.toFixed(0)} ms ${limits}`);
    if (atMost && ratio > atMost) process.exitCode = 1;
  }
} finally {
  frame.close();
  server.close();
  await browser.close();
}
