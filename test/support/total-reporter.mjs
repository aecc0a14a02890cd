import { writeFileSync, writeSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { describeSummary } from '../../scripts/tests/summary.mjs';

/**
 * Prints each failed test and the count of each engine, names the engines that did not run, then the slowest files and what each engine
 * took, and ends the output with `N passed, N failed`, alone.
 *
 * With the environment variable `TOTALS_FILE` the counts of each file in each engine, and what each engine took, go to that file as JSON
 * instead, for a script that adds more.
 *
 * @param {object} run
 * @param {string[]} [run.missing] Engines this machine lacks.
 * @param {string[]} [run.leftOut] Engines that BROWSERS leaves out.
 * @param {Record<string, { file: string }[]>} run.pages The test files of each page, by its name.
 */
export function totalReporter({ missing = [], leftOut = [], pages }) {
  const spans = new Map();
  return {
    start({ sessions }) {
      sessions.on('session-status-updated', ({ browser, status }) => {
        const span = spans.get(browser.name) ?? { name: engineName(browser), startAt: Date.now() };
        if (status !== 'SCHEDULED') spans.set(browser.name, { ...span, endAt: Date.now() });
      });
    },
    onTestRunFinished({ sessions }) {
      const counts = sessions.flatMap((session) => countSession(session, pages));
      const wallTimes = [...spans.values()].map(({ name, startAt, endAt }) => ({ name, durationMs: endAt - startAt }));
      if (process.env.TOTALS_FILE) return writeFileSync(process.env.TOTALS_FILE, JSON.stringify({ counts, wallTimes }));
      const { lines, passed, failed } = describeSummary({ counts, wallTimes });
      const absent = [
        ...missing.map((name) => `${name}: NOT RUN, THIS MACHINE DOES NOT HAVE IT`),
        ...leftOut.map((name) => `${name}: not run, left out by BROWSERS`),
      ];
      // At exit, since the runner's terminal code erases the line above its cursor when it stops.
      return process.once('exit', () => writeSync(1, `\n${[...absent, ...lines, `${passed} passed, ${failed} failed`].join('\n')}\n`));
    },
  };
}

function engineName({ name, type }) {
  if (/firefox/i.test(name)) return 'Firefox';
  if (/webkit/i.test(name)) return 'WebKit';
  return /chrom/i.test(name) ? 'Chromium' : `${name} (${type})`;
}

/** The counts of a session by test file: its own, or those that share its page, each in a suite with the file's name. */
function countSession(session, pages) {
  const page = relative(process.cwd(), session.testFile);
  const byFile = new Map();
  for (const test of listTests(session.testResults)) {
    const [first, ...rest] = test.path;
    const isShared = /^test\/.*\.test\.ts$/.test(first);
    const file = isShared ? first : page;
    byFile.set(file, [...(byFile.get(file) ?? []), isShared ? { ...test, path: rest } : test]);
  }
  const counts = [...byFile].map(([file, tests]) => countTests(session, file, tests));
  // An import error, a page that never ended, an error outside of any test.
  if (!session.passed && counts.every(({ failed }) => failed === 0)) {
    const failure = session.errors[0]?.message ?? 'an error outside of any test';
    const own = counts.find(({ file }) => file === page) ?? countTests(session, page, []);
    const files = pages[basename(page, '.js')]?.map(({ file }) => file);
    return [...counts.filter((count) => count !== own), { ...own, failed: 1, failures: [failure], files }];
  }
  return counts;
}

function countTests(session, file, tests) {
  const ran = tests.filter((test) => !test.skipped);
  const failures = ran.filter((test) => !test.passed).map(({ path, error }) => `${path.join(' > ')}: ${error?.message ?? 'no message'}`);
  return {
    engine: engineName(session.browser),
    file,
    passed: ran.length - failures.length,
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
