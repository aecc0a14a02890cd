import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdits } from '../../test/model/apply-edits.mjs';
import { root } from './processes.mjs';

/** Tests that take longer hang, ms. */
const LIMIT_MS = 300_000;

/**
 * Breaks rules of which the tests need more than a page of modules, one after the other, in a copy of the project.
 *
 * @param {Record<string, { edits: readonly unknown[], tests: readonly string[] }>} rules By name.
 * @returns {Map<string, string | undefined>} The first failed test of each rule; `undefined` where none noticed it.
 * @throws {Error} If a test fails without a broken rule.
 */
export function breakInCopy(rules) {
  const copy = mkdtempSync(join(tmpdir(), 'balcao-rules-'));
  try {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const failure = findFailure(copy, [...new Set(Object.values(rules).flatMap(({ tests }) => tests))]);
    if (failure !== undefined) throw new Error(`Without a broken rule: ${failure}`);
    return new Map(Object.entries(rules).map(([name, rule]) => [name, breakRule(copy, name, rule)]));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function breakRule(copy, name, { edits, tests }) {
  const files = [...new Set(edits.map(([file]) => file))];
  try {
    for (const file of files) writeFileSync(join(copy, file), applyEdits(name, file, readFileSync(join(root, file), 'utf8'), edits));
    return findFailure(copy, tests);
  } finally {
    for (const file of files) cpSync(join(root, file), join(copy, file));
  }
}

/** The first test that fails, of the server in Node or of a page in Chromium. */
function findFailure(copy, tests) {
  const inNode = tests.filter((file) => file.endsWith('.mjs'));
  const inPage = tests.filter((file) => file.endsWith('.ts'));
  return (inNode.length > 0 ? findInNode(copy, inNode) : undefined) ?? (inPage.length > 0 ? findInPage(copy, inPage) : undefined);
}

/** A file that fails as a whole, as one that cannot be read does, proves nothing. */
function findInNode(copy, tests) {
  const output = runIn(copy, ['--import', 'tsx', '--test', '--test-reporter=tap', ...tests]);
  const failed = Array.from(output.matchAll(/^ *not ok \d+ - (.*)$/gm), ([, name = '']) => name.trim());
  return failed.find((name) => !tests.some((file) => name.endsWith(file)));
}

function findInPage(copy, tests) {
  return /^FAILED in Chromium: (.*)$/m.exec(runIn(copy, ['node_modules/@web/test-runner/dist/bin.js', '--files', ...tests]))?.[1];
}

function runIn(cwd, args) {
  const env = { ...process.env, BROWSERS: 'chromium' };
  return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 }).stdout;
}
