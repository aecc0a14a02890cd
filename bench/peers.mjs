/**
 * How soon a card can be typed and what that costs, with Balcão and with other ways to take a card: Adyen Web, Braintree's hosted fields and drop-in, and a
 * form written by hand with imask, beside a bare `<input>` and a bare Lit element. All are measured in turns in one run; numbers are medians.
 *
 * `npm run bench:peers -- [--rounds N] [--write]`, after `npm run build`. Installs the peers in a temporary folder; needs npm's registry for that
 * alone. The vendors' hosts are played by a server of this machine (`peers/vendors.mjs`), so that none of them is asked for anything. `--write` puts the table
 * into `docs/peers.md`, which says what is counted and what is not.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchChromium } from '../scripts/launch-chromium.mjs';
import { MEASURES } from './first-field/measures.mjs';
import { BARE_PAGES, PLAIN_PAGES } from './first-field/pages.mjs';
import { findDist, race } from './first-field/race.mjs';
import { sumBytes, visitPage } from './first-field/visit.mjs';
import { BUILT, buildPages, installPeers, listPins } from './peers/install.mjs';
import { formatReport, writeReport } from './peers/report.mjs';
import { startVendors } from './peers/vendors.mjs';

const ROUNDS = 9;

/** For times: page and frames share one throttled thread and one throttled connection, as on phones with little memory. */
const ONE_PROCESS = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'];

/** For processor and memory: a frame has a process of its own, so that the shop's page is counted without the frames that stand in for the vendors'. */
const ISOLATED = ['--site-per-process'];

/** How soon the field can be used by a slow connection and processor, and what had come until then. */
const SLOW = {
  fits: () => true,
  measure: (lab, page) => {
    const look = async ({ fieldAt, listArrived }) => {
      const slowMs = await fieldAt();
      const arrived = await listArrived(slowMs);
      return { slowMs, fieldBytes: sumBytes(arrived), fieldRequests: arrived.length };
    };
    return visitPage(lab, page, look, { cpu: 4, isSlow4G: true });
  },
};

/** Ours, what the bare element is made of, and what builds the pages. */
function listOwn() {
  return ['../package.json', '../node_modules/lit/package.json', '../node_modules/vite/package.json'].map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
    return { name, version, license };
  });
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: String(ROUNDS) }, write: { type: 'boolean', default: false } },
});
const say = (line) => console.error(line);
const rounds = Number(values.rounds);

/** Runs some measures in a browser of their own. */
async function measure(measures, { args, pages, folders }) {
  const browser = await launchChromium({ isWhole: true, args });
  try {
    return { numbers: await race(browser, pages, { folders, rounds, measures, say }), chromium: browser.version() };
  } finally {
    await browser.close();
  }
}

/** Measures all pages, while the vendors' hosts are played. */
async function measureAll(dist, folder) {
  const { out, pages: built } = await buildPages(folder);
  const pages = [...BARE_PAGES, ...PLAIN_PAGES.toReversed(), ...built];
  const folders = { dist, [BUILT]: out };
  const vendors = await startVendors(folder);
  try {
    const { numbers: times, chromium } = await measure([SLOW], { pages, folders, args: [...ONE_PROCESS, ...vendors.args] });
    const { numbers: costs } = await measure([MEASURES.load, MEASURES.first], { pages, folders, args: [...ISOLATED, ...vendors.args] });
    if (vendors.unknown.size > 0) throw new Error(`The vendors' hosts were asked for what is not played: ${[...vendors.unknown].join(', ')}`); // prettier-ignore
    return { numbers: Object.fromEntries(pages.map(({ id }) => [id, { ...costs[id], ...times[id] }])), chromium };
  } finally {
    vendors.close();
  }
}

async function main() {
  const dist = findDist();
  const { folder, remove } = installPeers(say);
  try {
    const { numbers, chromium } = await measureAll(dist, folder);
    const machine = `${cpus()[0].model.trim()}, Node ${process.versions.node}, Chromium ${chromium}`;
    const [load] = loadavg();
    const report = formatReport(numbers, {
      date: new Date(),
      machine,
      cores: availableParallelism(),
      load,
      rounds,
      packages: [...listOwn(), ...listPins()],
    });
    console.log(report);
    if (values.write) writeReport(report);
  } finally {
    remove();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
