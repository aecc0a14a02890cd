/**
 * Proves that the tests of an order's money can fail. First breaks each rule of test/model/broken-rules.mjs, which the fast tests must
 * notice. Then breaks the guard by each mutation of test/model/mutations.mjs, which the model with real tabs must notice in Chromium, for
 * the right reason.
 *
 * `node scripts/mutation-proof.mjs [name ...]`. The name `rules` stands for all rules (`npm run mutation:rules`), `model` for all mutations
 * of the guard. Both take minutes. Ends with `N passed, N failed`: a mutation that was noticed has passed. Not a part of `npm test`.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { startTestRunner } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { build } from 'vite';
import { applyEdits } from '../test/model/apply-edits.mjs';
import { BROKEN_RULES } from '../test/model/broken-rules.mjs';
import { modelFrame } from '../test/model/frame-plugin.mjs';
import { MUTATIONS } from '../test/model/mutations.mjs';
import { sandboxMiddleware } from '../test/support/sandbox-middleware.mjs';
import { chromiumOptions } from './launch-chromium.mjs';
import { root } from './tests/processes.mjs';
import { breakInCopy } from './tests/rules-in-copy.mjs';
import { endRun } from './tests/summary.mjs';

const MODEL = ['node_modules/@web/test-runner/dist/bin.js', '--files', 'test/model/model.test.ts'];

/** The page with the tests of all rules, in which no rule is broken. */
const UNBROKEN = 'unbroken';

/** The number of pages that run at the same time: while two use a core each, another one waits. */
const PAGES = 3;

/** The time after which a page counts as hanging, ms. */
const PAGE_HANGS_MS = 600_000;

/**
 * The time limit of a test, ms: a broken rule may prevent the event that the test waits for. Without a broken rule, a test takes a
 * hundredth of it.
 */
const TEST_HANGS_MS = 20_000;

/**
 * Creates a Vite plugin that gives the page of each rule its own copies of our modules, in which this rule is broken. The paths of the
 * copies end with `?rule=` and the name of the rule. Packages are not copied.
 *
 * @returns {import('vite').Plugin}
 */
function copyForRules(names) {
  const listTests = (page) =>
    page === UNBROKEN ? [...new Set(names.flatMap((name) => BROKEN_RULES[name].tests))] : BROKEN_RULES[page].tests;
  return {
    name: 'copy-for-rules',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source.startsWith('page?rule=')) return source;
      const [path, rule] = importer?.split('?rule=') ?? [];
      if (!rule) return undefined;
      const resolved = await this.resolve(source, path, { skipSelf: true });
      return resolved?.id.endsWith('.ts') ? `${resolved.id}?rule=${rule}` : resolved;
    },
    load(id) {
      const [path, rule] = id.split('?rule=');
      if (!rule) return undefined;
      if (path === 'page')
        return listTests(rule)
          .map((file) => `import ${JSON.stringify(join(root, file))};`)
          .join('\n');
      return applyEdits(rule, relative(root, path), readFileSync(path, 'utf8'), BROKEN_RULES[rule]?.edits ?? []);
    },
  };
}

/** Builds a page for each rule and one without a broken rule, in one build. */
async function buildPages(names, outDir) {
  const input = Object.fromEntries([UNBROKEN, ...names].map((name) => [name, `page?rule=${name}`]));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [copyForRules(names)],
    build: {
      outDir,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input,
        // The test runner serves these paths.
        external: /^\/__web-/,
        // A module runs when it is imported: the changes that a test tool makes to the classes of elements must run before the elements.
        output: { entryFileNames: '[name].js', strictExecutionOrder: true },
      },
    },
  });
}

/** Runs each page until its first failure, with the sandbox on the same server. Returns the results by page. */
async function runPages(names, folder) {
  const sandbox = await sandboxMiddleware();
  const config = {
    rootDir: folder,
    middleware: [sandbox.middleware, modelFrame()],
    files: names.map((name) => join(folder, `${name}.js`)),
    browsers: [playwrightLauncher({ product: 'chromium', launchOptions: chromiumOptions(), concurrency: PAGES })],
    testFramework: { config: { bail: true, timeout: TEST_HANGS_MS } },
    testsFinishTimeout: PAGE_HANGS_MS,
    reporters: [],
  };
  const runner = await startTestRunner({ config, readCliArgs: false, readFileConfig: false, autoExitProcess: false });
  assert.ok(runner);
  await new Promise((resolve) => runner.on('stopped', resolve));
  await sandbox.close();
  return new Map(Array.from(runner.sessions.all(), (session) => [basename(session.testFile, '.js'), session]));
}

/** Lists the failed tests of a suite. After the first failure, the other tests did not run. */
function listFailures({ name, tests, suites }) {
  const own = tests.filter(({ error }) => error).map((test) => `${test.name}: ${test.error.message.split('\n', 1)[0]}`);
  return [...own, ...suites.flatMap(listFailures)].map((failure) => `${name} ${failure}`.trim());
}

/** Finds the first failed test of a page. A page that did not end, or an error outside of the tests, proves nothing: then there is none. */
function findFailure(session) {
  return session?.testResults && listFailures(session.testResults)[0];
}

/** Runs the model on a broken guard. Returns the failure that notices it. */
function breakGuard(name) {
  const env = { ...process.env, BROWSERS: 'chromium', BALCAO_MUTATION: name };
  const { status, stdout } = spawnSync(process.execPath, MODEL, { cwd: root, env, encoding: 'utf8' });
  return status === 0 ? undefined : MUTATIONS[name].expected.exec(stdout)?.[0];
}

/** Prints the failure that noticed a mutation, and returns whether there was one. */
function report(name, about, failure) {
  console.log(`${failure === undefined ? 'MISSED' : 'noticed'}: ${name} (${about})\n  ${failure ?? 'no failure of that kind'}`);
  return { name, isNoticed: failure !== undefined };
}

async function breakRules(names) {
  if (names.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'balcao-rules-'));
  try {
    await buildPages(names, folder);
    const results = await runPages([UNBROKEN, ...names], folder);
    const unbroken = results.get(UNBROKEN);
    if (!unbroken?.passed) throw new Error(`Without a broken rule: ${findFailure(unbroken) ?? unbroken?.errors[0]?.message}`);
    return names.map((name) => report(name, BROKEN_RULES[name].about, findFailure(results.get(name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function chooseNames() {
  const [rules, model] = [Object.keys(BROKEN_RULES), Object.keys(MUTATIONS)];
  const asked = process.argv.slice(2).flatMap((name) => ({ rules, model })[name] ?? [name]);
  const unknown = asked.filter((name) => !rules.includes(name) && !model.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${[...rules, ...model].join(', ')}.`);
  return asked.length > 0 ? asked : [...rules, ...model];
}

/** The tests of modules only. The other browser tests put elements into the page. So the two kinds do not share an unbroken page. */
const OF_MODULES = /^test\/(client|domain|flow)\//;

/** Returns the rules whose tests are all of one kind. */
function pickRules(names, isOfKind) {
  return names.filter((name) => BROKEN_RULES[name].tests.every(isOfKind));
}

async function breakRulesInCopy(names) {
  if (names.length === 0) return [];
  const failures = await breakInCopy(Object.fromEntries(names.map((name) => [name, BROKEN_RULES[name]])));
  return names.map((name) => report(name, BROKEN_RULES[name].about, failures.get(name)));
}

const names = chooseNames();
const rules = names.filter((name) => name in BROKEN_RULES);
const inNode = pickRules(rules, (file) => file.endsWith('.mjs'));
const ofModules = pickRules(rules, (file) => OF_MODULES.test(file));
const results = [
  ...(await breakRules(ofModules)),
  ...(await breakRules(rules.filter((name) => !inNode.includes(name) && !ofModules.includes(name)))),
  ...(await breakRulesInCopy(inNode)),
  ...names.filter((name) => name in MUTATIONS).map((name) => report(name, MUTATIONS[name].about, breakGuard(name))),
];
endRun({
  counts: [],
  steps: results.filter(({ isNoticed }) => isNoticed).map(({ name }) => name),
  broken: results.filter(({ isNoticed }) => !isNoticed).map(({ name }) => `${name} was not noticed`),
});
