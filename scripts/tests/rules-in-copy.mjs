import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { applyEdits } from '../../test/model/apply-edits.mjs';
import { startRunPostgres } from '../../test/server/postgres-server.mjs';
import { root } from './processes.mjs';

/** The time after which tests count as hanging, ms. */
const LIMIT_MS = 600_000;

/** The number of files that run at the same time: the number of cores of the smallest machine. */
const AT_A_TIME = 2;

/**
 * Breaks the rules whose tests run in Node, one after the other, in a copy of the project.
 *
 * @param {Record<string, { edits: readonly unknown[], tests: readonly string[] }>} rules The rules by name.
 * @returns {Promise<Map<string, string | undefined>>} The first failed test of each rule; `undefined` if no test failed.
 * @throws {Error} If a test fails without a broken rule.
 */
export async function breakInCopy(rules) {
  const copy = mkdtempSync(join(tmpdir(), 'balcao-rules-'));
  // A shared server: a test that is ended early could not end its own server.
  const postgres = await startRunPostgres();
  const run = (tests) => runTests(tests, { cwd: copy, env: { ...process.env, ...postgres.env } });
  try {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { isPassed, failure } = await run([...new Set(Object.values(rules).flatMap(({ tests }) => tests))]);
    if (!isPassed) throw new Error(`Without a broken rule: ${failure ?? 'the tests did not run to their end'}`);
    const failures = new Map();
    for (const [name, rule] of Object.entries(rules)) failures.set(name, await breakRule(copy, { name, ...rule }, run));
    return failures;
  } finally {
    await postgres.stop();
    rmSync(copy, { recursive: true });
  }
}

async function breakRule(copy, { name, edits, tests }, run) {
  const files = [...new Set(edits.map(([file]) => file))];
  try {
    for (const file of files) writeFileSync(join(copy, file), applyEdits(name, file, readFileSync(join(root, file), 'utf8'), edits));
    return (await run(tests)).failure;
  } finally {
    for (const file of files) cpSync(join(root, file), join(copy, file));
  }
}

/** Runs tests until the first failure. A file that fails as a whole, such as one that cannot be parsed, proves nothing. */
async function runTests(tests, options) {
  const args = ['--import', 'tsx', '--test', '--test-reporter=tap', `--test-concurrency=${AT_A_TIME}`, ...tests];
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'], timeout: LIMIT_MS });
  const closed = once(child, 'close');
  let failure;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name] = /^ *not ok \d+ - (.*)$/.exec(line) ?? [];
    if (failure !== undefined || name === undefined || tests.some((file) => name.endsWith(file))) continue;
    failure = name;
    child.kill();
  }
  const [status] = await closed;
  return { isPassed: status === 0, failure };
}
