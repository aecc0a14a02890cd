import { writeFileSync, writeSync } from 'node:fs';
import { relative } from 'node:path';

/** How many of the slowest files are named. */
const SLOWEST = 12;

/**
 * Prints each failed test and the count of each engine, names the engines that did not run, and ends the output with
 * `N passed, N failed`, alone.
 *
 * With the environment variable `TOTALS_FILE` the count of each session, which is one file in one engine, goes to that file as JSON instead
 * of the last line, for a script that adds more.
 *
 * @param {{ missing?: string[], leftOut?: string[] }} engines Engines this machine lacks, and those that BROWSERS leaves out.
 */
export function totalReporter({ missing = [], leftOut = [] } = {}) {
  return {
    onTestRunFinished({ sessions }) {
      const counts = sessions.map(countSession);
      const lines = counts.flatMap(({ engine, file, failures }) => failures.map((failure) => `FAILED in ${engine}: ${file}: ${failure}`));
      for (const engine of new Set(counts.map((count) => count.engine))) {
        lines.push(`${engine}: ${describe(sum(counts.filter((count) => count.engine === engine)))}`);
      }
      lines.push(...missing.map((name) => `${name}: NOT RUN, THIS MACHINE DOES NOT HAVE IT`));
      lines.push(...leftOut.map((name) => `${name}: not run, left out by BROWSERS`));
      lines.push(...describeSlowest(counts));
      const totalsFile = process.env.TOTALS_FILE;
      const total = sum(counts);
      if (totalsFile) writeFileSync(totalsFile, JSON.stringify(counts));
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

/** Where the time goes, for whoever wants it shorter. */
function describeSlowest(counts) {
  const slowest = counts.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
  return slowest.map(({ engine, file, durationMs }) => `slow: ${Math.round(durationMs / 1000)} s in ${engine}, ${file}`);
}

function countSession(session) {
  const tests = listTests(session.testResults);
  const ran = tests.filter((test) => !test.skipped);
  const failures = ran.filter((test) => !test.passed).map(({ path, error }) => `${path.join(' > ')}: ${error?.message ?? 'no message'}`);
  // An import error, a page that never ended, an error outside of any test.
  if (!session.passed && failures.length === 0) failures.push(session.errors[0]?.message ?? 'an error outside of any test');
  return {
    engine: engineName(session.browser),
    file: relative(process.cwd(), session.testFile),
    passed: ran.filter((test) => test.passed).length,
    failed: failures.length,
    skipped: tests.length - ran.length,
    durationMs: ran.reduce((total, test) => total + (test.duration ?? 0), 0),
    failures,
  };
}

function listTests(suite, path = []) {
  if (!suite) return [];
  const tests = (suite.tests ?? []).map((test) => ({ ...test, path: [...path, test.name] }));
  return [...tests, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, [...path, inner.name]))];
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
