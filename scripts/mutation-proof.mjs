/**
 * Proves that the tests of an order's money can fail: breaks each rule of test/model/broken-rules.mjs, which the fast tests must notice, and
 * then the guard in each way of test/model/mutations.mjs, which the model with real tabs must notice in Chromium, and for the right reason.
 *
 * `node scripts/mutation-proof.mjs [name ...]`; `rules` are all of the first kind (`npm run mutation:rules`), which take a second each, `model`
 * all of the second, which take minutes. Ends with `N passed, N failed`: a mutation that was noticed has passed. Not a part of `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits } from '../test/model/apply-edits.mjs';
import { BROKEN_RULES } from '../test/model/broken-rules.mjs';
import { MUTATIONS } from '../test/model/mutations.mjs';
import { TestPages } from './mutation/test-pages.mjs';
import { root } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

const MODEL = ['node_modules/@web/test-runner/dist/bin.js', '--files', 'test/model/model.test.ts'];

/** How many rules are broken at the same time. */
const PAGES = 2;

/** The changed files of a broken rule. */
function editSources(name) {
  const { edits } = BROKEN_RULES[name];
  const files = [...new Set(edits.map(([file]) => file))];
  return Object.fromEntries(files.map((file) => [file, applyEdits(name, file, readFileSync(join(root, file), 'utf8'), edits)]));
}

/** Breaks one rule. Returns the failure that notices it. */
async function breakRule(pages, name) {
  const failure = await pages.test({ sources: editSources(name) }, BROKEN_RULES[name].tests);
  return failure && `${failure.title}: ${failure.message.split('\n', 1)[0]}`;
}

/** Runs the model on a broken guard. Returns the failure that notices it. */
function breakGuard(name) {
  const env = { ...process.env, BROWSERS: 'chromium', BALCAO_MUTATION: name };
  const { status, stdout } = spawnSync(process.execPath, MODEL, { cwd: root, env, encoding: 'utf8' });
  return status === 0 ? undefined : MUTATIONS[name].expected.exec(stdout)?.[0];
}

/** Prints what noticed a mutation, and returns whether anything did. */
function report(name, about, failure) {
  console.log(`${failure === undefined ? 'MISSED' : 'noticed'}: ${name} (${about})\n  ${failure ?? 'no failure of that kind'}`);
  return { name, isNoticed: failure !== undefined };
}

async function breakRules(names) {
  if (names.length === 0) return [];
  for (const name of names) editSources(name); // a rule that has moved is an error before anything runs
  const pages = new TestPages();
  try {
    await pages.start(PAGES);
    await pages.measure([...new Set(names.flatMap((name) => BROKEN_RULES[name].tests))]);
    return await Promise.all(names.map(async (name) => report(name, BROKEN_RULES[name].about, await breakRule(pages, name))));
  } finally {
    await pages.stop();
  }
}

function chooseNames() {
  const [rules, model] = [Object.keys(BROKEN_RULES), Object.keys(MUTATIONS)];
  const asked = process.argv.slice(2).flatMap((name) => ({ rules, model })[name] ?? [name]);
  const unknown = asked.filter((name) => !rules.includes(name) && !model.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${[...rules, ...model].join(', ')}.`);
  return asked.length > 0 ? asked : [...rules, ...model];
}

const names = chooseNames();
const results = [
  ...(await breakRules(names.filter((name) => name in BROKEN_RULES))),
  ...names.filter((name) => name in MUTATIONS).map((name) => report(name, MUTATIONS[name].about, breakGuard(name))),
];
endRun({
  counts: [],
  steps: results.filter(({ isNoticed }) => isNoticed).map(({ name }) => name),
  broken: results.filter(({ isNoticed }) => !isNoticed).map(({ name }) => `${name} was not noticed`),
});
