import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { playwrightLauncher } from '@web/test-runner-playwright';
import puppeteer from 'puppeteer-core';
import { chooseEngines, findBrowsers } from './scripts/browsers.mjs';
import { distFiles } from './scripts/dist-files.mjs';
import { sourceEntries } from './scripts/source-entries.mjs';
import { acceptancePages } from './test/support/acceptance-pages.mjs';
import { modelFrame } from './test/model/frame-plugin.mjs';
import { IS_FRAMED, cardFrame } from './test/support/frame/frame-plugin.mjs';
import { bundledForTests } from './test/support/bundled-packages.mjs';
import { everyTestPlugin } from './test/support/every-test-plugin.mjs';
import { listFramedPages, listPages, pageWithoutElements } from './test/support/pages.mjs';
import { sandboxMiddleware } from './test/support/sandbox-middleware.mjs';
import { totalReporter } from './test/support/total-reporter.mjs';
import { viteServer } from './test/support/vite-server.mjs';
import { webkitGtkLauncher } from './test/support/webkitgtk.mjs';

const VIEWPORT = { width: 1280, height: 720 };

const found = await findBrowsers();
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
  const free = [];
  return async ({ browser }) => {
    const context = free.pop() ?? (await browser.newContext({ viewport: VIEWPORT }));
    const pages = [];
    return {
      newPage: async () => {
        pages.push(await context.newPage());
        return pages.at(-1);
      },
      close: async () => {
        await Promise.all(pages.map((page) => page.close()));
        free.push(context);
      },
    };
  };
}

const launchers = {
  chromium: () =>
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: found.chromium, env: { ...process.env, ...found.chromiumEnv } },
      createBrowserContext: lendContexts(),
      concurrency: CHROMIUM_PROFILES,
    }),
  firefox: () =>
    chromeLauncher({
      puppeteer, // over WebDriver BiDi; the launcher itself does not care which browser it is
      concurrency: 1,
      launchOptions: {
        browser: 'firefox',
        executablePath: found.firefox,
        defaultViewport: VIEWPORT,
        // Firefox refuses to run as root with the HOME of someone else.
        env: { ...process.env, HOME: mkdtempSync(join(tmpdir(), 'firefox-home-')) },
      },
      createPage: async ({ context }) => {
        const page = await context.newPage();
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

/** Who watches wants to see the file that was changed, and not all that share a page with it. */
function chooseFiles() {
  if (process.argv.includes('--watch')) return ['test/**/*.test.ts'];
  switch (process.env.TESTS) {
    case 'quick':
      return [pageWithoutElements()];
    case 'framed':
      return listFramedPages(false);
    case 'framed everywhere':
      return listFramedPages(true);
    default:
      return listPages();
  }
}

/** The slowest first, since no more than two run at a time: the other two then share the time that it takes. */
const byTime = ['webkit', 'firefox', 'chromium'].filter((name) => engines.present.includes(name));

const server = await viteServer(IS_FRAMED ? 'framed' : 'in-the-page', {
  configFile: false,
  resolve: { alias: sourceEntries },
  plugins: [everyTestPlugin(), distFiles(), modelFrame(), cardFrame()],
  optimizeDeps: bundledForTests,
});
const sandbox = await sandboxMiddleware(server.vite);

export default {
  files: chooseFiles(),
  middleware: [sandbox.middleware, acceptancePages(), server.middleware],
  plugins: [server.plugin, { name: 'sandbox-close', serverStop: () => sandbox.close() }],
  browsers: byTime.map((name) => launchers[name]()),
  concurrentBrowsers: 2, // as many as the smallest machine has cores
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 900_000,
  ...(IS_FRAMED && { testRunnerHtml: renderFramedPage }),
  testFramework: { config: { timeout: 60_000 } },
  coverage: Boolean(process.env.COVERAGE),
  coverageConfig: {
    include: ['src/**/*.ts'],
    reporters: ['text-summary', 'lcovonly'],
    reportDir: 'coverage',
    threshold: { lines: 80 },
  },
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), totalReporter(engines)],
};
