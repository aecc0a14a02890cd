import { writeFileSync, writeSync } from 'node:fs';

/**
 * Prints the count of each engine, names the engines that did not run, and ends the output with `N passed, N failed`, alone.
 *
 * With the environment variable `TOTALS_FILE` the sums go to that file as JSON instead of the last line, for a script that adds more.
 *
 * @param {{ missing?: string[], leftOut?: string[] }} engines Engines this machine lacks, and those that BROWSERS leaves out.
 */
export function totalReporter({ missing = [], leftOut = [] } = {}) {
  return {
    onTestRunFinished({ sessions }) {
      const engines = new Map();
      for (const session of sessions) {
        const name = engineName(session.browser);
        const count = engines.get(name) ?? { passed: 0, failed: 0, skipped: 0 };
        addSession(count, session);
        engines.set(name, count);
      }
      const total = sum([...engines.values()]);
      const lines = [...engines].map(([name, count]) => `${name}: ${describe(count)}`);
      lines.push(...missing.map((name) => `${name}: NOT RUN, THIS MACHINE DOES NOT HAVE IT`));
      lines.push(...leftOut.map((name) => `${name}: not run, left out by BROWSERS`));
      const totalsFile = process.env.TOTALS_FILE;
      if (totalsFile) writeFileSync(totalsFile, JSON.stringify(total));
      else lines.push(`${total.passed} passed, ${total.failed} failed`);
      // At exit, since the runner's terminal code erases the line above its cursor when it stops.
      process.once('exit', () => writeSync(1, `\n${lines.join('\n')}\n`));
    },
  };
}

function engineName({ name, type }) {
  if (/firefox/i.test(name)) return 'Firefox';
  if (/webkit/i.test(name)) return 'WebKit';
  return /chrom/i.test(name) ? 'Chromium' : `${name} (${type})`;
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function addSession(count, session) {
  const tests = listTests(session.testResults);
  const failedTests = tests.filter((test) => !test.skipped && !test.passed).length;
  count.skipped += tests.filter((test) => test.skipped).length;
  count.passed += tests.filter((test) => !test.skipped && test.passed).length;
  count.failed += failedTests;
  // An import error, a page that never ended, an error outside of any test.
  if (!session.passed && failedTests === 0) count.failed += 1;
}

function listTests(suite) {
  return suite ? [...(suite.tests ?? []), ...(suite.suites ?? []).flatMap(listTests)] : [];
}

function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const count of counts) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
  return total;
}
