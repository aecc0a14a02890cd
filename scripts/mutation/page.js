/**
 * The page in which a mutant is tested, after Mocha: the page that all pure tests share.
 * `runTests` is called from outside, once in each page.
 */
const { mocha } = window;

/** Says nothing: the results go out through the events of the run. */
function silentReporter() {}

function visitTests(suite, visit) {
  for (const test of suite.tests) visit(test);
  for (const inner of suite.suites) visitTests(inner, visit);
}

mocha.setup({ ui: 'bdd', reporter: silentReporter, timeout: 60_000 });

/**
 * @param {{ files: { file: string, canMeetCards: boolean }[], limits: Record<string, number>, isBailing: boolean }} options `limits`: how
 * long each test may take, ms, by its full title. `isBailing`: the first failure ends the run.
 * @returns {Promise<{ failures: { title: string, message: string }[], durations: Record<string, number> }>}
 */
window.runTests = async ({ files, limits, isBailing }) => {
  const { loadTests } = await import('/test/support/shared-page.ts');
  await loadTests(files);
  mocha.suite.bail(isBailing);
  visitTests(mocha.suite, (test) => {
    const limit = limits[test.fullTitle()];
    if (limit !== undefined) test.timeout(limit);
  });
  const failures = [];
  const durations = {};
  await new Promise((resolve) => {
    const run = mocha.run(resolve);
    run.on('pass', (test) => (durations[test.fullTitle()] = test.duration));
    run.on('fail', (test, error) => failures.push({ title: test.fullTitle(), message: String(error?.message ?? error) }));
  });
  return { failures, durations };
};
