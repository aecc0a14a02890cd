import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { playwrightLauncher } from '@web/test-runner-playwright';
import * as puppeteer from 'puppeteer-core';
import { chooseEngines, findBrowsers } from './scripts/browsers.mjs';
import { chromiumOptions } from './scripts/launch-chromium.mjs';
import { acceptancePages } from './test/support/acceptance-pages.mjs';
import { modelFrame } from './test/model/frame-plugin.mjs';
import { mutationPlugin } from './test/model/mutations.mjs';
import { IS_FRAMED, cardFrame } from './test/support/frame/card-frame.mjs';
import { bundlePages } from './test/support/page-bundle.mjs';
import { listPages, listPagesOfEngine } from './test/support/pages.mjs';
import { sandboxMiddleware } from './test/support/sandbox-middleware.mjs';
import { totalReporter } from './test/support/total-reporter.mjs';
import { webkitGtkLauncher } from './test/support/webkitgtk.mjs';

/** A test, or a page of tests, that takes longer hangs, ms. It decides nothing else: what a test waits for ends the wait. */
const TEST_HANGS_MS = 300_000;
const PAGE_HANGS_MS = 1_800_000;

const VIEWPORT = { width: 1280, height: 720 };

const found = findBrowsers();
const engines = chooseEngines(found);
if (engines.missingRequired.length > 0) {
  console.error(`Required browsers are missing: ${engines.missingRequired.join(', ')}. Run: node scripts/browsers.mjs`);
  process.exit(1);
}
for (const name of engines.missing) console.error(`\n*** ${name.toUpperCase()} IS NOT ON THIS MACHINE: ITS TESTS DO NOT RUN ***\n`);

/** Profiles of Chromium, so many pages at the same time: one waits while two have a core. Each has its own storage. A new one for each page would load every module anew. */
const CHROMIUM_PROFILES = 3;

/** Lends each page a profile that no other page has at that time. */
function lendContexts() {
  /** @type {import('playwright-core').BrowserContext[]} */
  const free = [];
  return async (/** @type {{ browser: import('playwright-core').Browser }} */ { browser }) => {
    const context = free.pop() ?? (await browser.newContext({ viewport: VIEWPORT }));
    context.close = async () => {
      await Promise.all(context.pages().map((page) => page.close()));
      free.push(context);
    };
    return context;
  };
}

const launchers = {
  chromium: () =>
    playwrightLauncher({
      product: 'chromium',
      launchOptions: chromiumOptions({ args: [] }),
      createBrowserContext: lendContexts(),
      concurrency: CHROMIUM_PROFILES,
    }),
  firefox: () =>
    chromeLauncher({
      puppeteer, // over WebDriver BiDi; the launcher itself does not care which browser it is
      concurrency: 1,
      launchOptions: {
        browser: 'firefox',
        ...(found.firefox && { executablePath: found.firefox }),
        defaultViewport: VIEWPORT,
        // Firefox refuses to run as root with the HOME of someone else.
        env: { ...process.env, HOME: mkdtempSync(join(tmpdir(), 'firefox-home-')) },
      },
      createPage: async ({ context }) => {
        const page = await context.newPage();
        // A page that is not in front counts as hidden, where no status of a Pix is asked for.
        await page.bringToFront();
        const setViewport = page.setViewport.bind(page);
        // ESR 140 lacks one of the BiDi commands behind it.
        page.setViewport = (viewport) => setViewport(viewport).catch(() => {});
        return page;
      },
    }),
  webkit: () => webkitGtkLauncher(VIEWPORT),
};

/** The page of tests that run with the card's fields in a frame, which says so before anything else. */
function renderFramedPage(testFramework) {
  const scripts = `<script>balcaoCardFrame = true</script><script type="module" src="${testFramework}"></script>`;
  return `<!doctype html><html><head></head><body>${scripts}</body></html>`;
}

/** The slowest first, since no more than two run at a time: the other two then share the time that it takes. */
const byTime = ['webkit', 'firefox', 'chromium'].filter((name) => engines.present.includes(name));

/** A script-tag file may be of another origin than its page. */
async function letOthersUseDist(ctx, next) {
  await next();
  if (ctx.path.startsWith('/dist/')) ctx.set('Access-Control-Allow-Origin', '*');
}

/** What Lit says in its development build of the sources, beside the classic script too. */
const OF_LIT = /^(?:Lit is in dev mode|Multiple versions of Lit loaded)/;

const isWatching = process.argv.includes('--watch');
/** Test files that the command line names have pages of their own. */
const isOfFiles = isWatching || process.argv.includes('--files');
const run = isOfFiles ? 'apart' : process.env.TESTS;
const pages = listPages(run);
const bundle = await bundlePages({
  pages,
  entries: {
    'card-frame': 'test/support/frame/frame-page.ts',
    'model-frame': 'test/model/frame.ts',
    'start-frame': 'src/frame/start-frame.ts',
    balcao: 'src/index.ts',
  },
  plugins: [mutationPlugin(process.env.BALCAO_MUTATION)],
  isWatching,
});
const sandbox = await sandboxMiddleware();

/** Firefox and WebKit share out some of the tests; with `WHOLE=1` each of them runs all. */
const isSharedOut = run === 'engines' && !process.env.WHOLE;

export default {
  ...(isSharedOut
    ? {
        groups: byTime.map((name) => ({
          name,
          files: bundle.listFiles(listPagesOfEngine(name, pages)),
          browsers: [launchers[name]()],
        })),
      }
    : { files: bundle.listFiles(), browsers: byTime.map((name) => launchers[name]()) }),
  middleware: [sandbox.middleware, acceptancePages(), letOthersUseDist, cardFrame(), modelFrame(), bundle.middleware],
  plugins: [
    { name: 'sandbox', serverStop: () => sandbox.close() },
    { name: 'bundle', serverStop: () => bundle.remove() },
  ],
  concurrentBrowsers: 2, // as many as the smallest machine has cores
  browserStartTimeout: TEST_HANGS_MS,
  testsStartTimeout: TEST_HANGS_MS,
  testsFinishTimeout: PAGE_HANGS_MS,
  ...(IS_FRAMED && { testRunnerHtml: renderFramedPage }),
  testFramework: { config: { timeout: TEST_HANGS_MS } },
  filterBrowserLogs: ({ args }) => !OF_LIT.test(String(args[0])),
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), totalReporter({ ...engines, pages })],
};
