import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { canMeetCards } from '../../test/support/pages.mjs';
import { launchChromium } from '../launch-chromium.mjs';
import { root } from '../tests/processes.mjs';
import { MUTANT_HEADER, MutantServer } from './mutant-server.mjs';
import { listNearestTests } from './nearest-tests.mjs';

/** What all tests may take on the sources as they are, ms. */
const WHOLE_LIMIT_MS = 600_000;

/** The tests that count, from the root of the project: pure ones, which `npm test` runs too. */
const FOLDERS = ['test/domain', 'test/flow'];

/** What a test may take with a mutant: so many times what it takes without, but not less than this, ms. A mutant that makes it wait ends there. */
const SLOWER = 10;
const SHORTEST_LIMIT_MS = 3000;

/** How many test files are loaded at first: most mutants are noticed by those. */
const NEAREST = 5;

/** What opening a page and loading the tests may take, ms. */
const LOADING_LIMIT_MS = 20_000;

function listTestFiles() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${String(file).replaceAll(sep, '/')}`),
  );
  return files.filter((file) => file.endsWith('.test.ts')).toSorted();
}

/** Browsers in which mutants are tested, one mutant at a time in each. */
export class TestPages {
  #server = new MutantServer();
  #free = [];
  #waiting = [];
  #count = 0;
  #limits = {};
  #times = new Map();

  /** Starts so many browsers: one whose page hangs can be ended without the others. */
  async start(count) {
    await this.#server.start();
    for (let index = 0; index < count; index += 1) this.#free.push(await launchChromium());
  }

  /** Runs tests, or all that count, on the sources as they are, to learn how long each takes. One that fails could not tell a mutant from none. */
  async measure(files = listTestFiles()) {
    const { failures, durations } = await this.#run('none', files, { limits: {}, isBailing: false, limitMs: WHOLE_LIMIT_MS });
    const [failure] = failures;
    if (failure) throw new Error(`${failures.length} tests fail without any mutant, the first: ${failure.title}: ${failure.message}`);
    for (const file of files) this.#times.set(file, 0);
    for (const [title, durationMs] of Object.entries(durations)) {
      this.#limits[title] = Math.max(SHORTEST_LIMIT_MS, durationMs * SLOWER);
      const file = title.split(' ', 1)[0];
      this.#times.set(file, (this.#times.get(file) ?? 0) + durationMs);
    }
  }

  /** How many test files count. */
  get fileCount() {
    return this.#times.size;
  }

  /**
   * Tests a mutant, by the nearest test files first, until one fails.
   *
   * @param {{ sources: Record<string, string> }} mutant
   * @param {string[]} [tests] The only test files to run.
   * @returns What noticed it; `undefined` where nothing did.
   */
  async test(mutant, tests) {
    this.#count += 1;
    const id = String(this.#count);
    this.#server.add(id, mutant);
    const files = tests ?? listNearestTests([...this.#times.keys()], Object.keys(mutant.sources), (file) => this.#times.get(file) ?? 0);
    for (const batch of tests ? [files] : [files.slice(0, NEAREST), files.slice(NEAREST)]) {
      const failure = batch.length > 0 ? await this.#findFailure(id, batch) : undefined;
      if (failure) return failure;
    }
    return undefined;
  }

  async stop() {
    await Promise.all(this.#free.map((browser) => browser.close()));
    await this.#server.stop();
  }

  /** The first failure of these test files with a mutant. */
  async #findFailure(id, files) {
    const times = files.map((file) => this.#times.get(file) ?? 0);
    // One test may use up its own limit; it then is the last one.
    const limitMs = LOADING_LIMIT_MS + times.reduce((total, timeMs) => total + timeMs * 2, 0) + Math.max(...times) * SLOWER;
    const { failures } = await this.#run(id, files, { limits: this.#limits, isBailing: true, limitMs });
    return failures[0];
  }

  async #run(id, files, { limits, isBailing, limitMs }) {
    const browser = this.#free.pop() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
    let isHanging = true;
    try {
      const context = browser.contexts()[0] ?? (await browser.newContext());
      await context.setExtraHTTPHeaders({ [MUTANT_HEADER]: id });
      const page = await context.newPage();
      const running = (async () => {
        await page.goto(this.#server.url, { waitUntil: 'load' });
        return page.evaluate((options) => window.runTests(options), {
          files: files.map((file) => ({ file, canMeetCards: canMeetCards(file) })),
          limits,
          isBailing,
        });
      })();
      const answer = await endWithin(running, limitMs);
      isHanging = answer === undefined;
      if (!isHanging) await page.close();
      return answer ?? { failures: [{ title: 'the tests', message: `do not end within ${Math.round(limitMs / 1000)} s` }], durations: {} };
    } finally {
      this.#handOn(isHanging ? await replaceBrowser(browser) : browser);
    }
  }

  /** Lets the next mutant have a browser. */
  #handOn(browser) {
    const next = this.#waiting.shift();
    if (next) next(browser);
    else this.#free.push(browser);
  }
}

/** A new browser in place of one that hangs. */
async function replaceBrowser(browser) {
  await browser.close();
  return launchChromium();
}

/** What the work comes to; `undefined` where it takes longer. */
async function endWithin(work, limitMs) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
