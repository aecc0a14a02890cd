/** The test with `balcao/fixtures` of docs/testing.md, run as printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findSnippet } from './documents.mjs';
import { installPacked } from './packed.mjs';

const CODE = findSnippet('docs/testing.md', '// fixtures.test.mjs');

describe('the fixtures of the documents', () => {
  /** Runs the test in a project that has the package; returns what it reports. */
  function run(project, code) {
    writeFileSync(join(project, 'fixtures.test.mjs'), code);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawnSync(process.execPath, ['--test', 'fixtures.test.mjs'], { cwd: project, env, encoding: 'utf8' }).stdout;
  }

  it('pass the shop as printed, and find a shop that is wrong', (test) => {
    const packed = installPacked();
    test.after(() => packed.remove());
    assert.match(run(packed.project, CODE), /^(#|ℹ) pass 3$/m);
    const wrong = CODE.replace('slice(-4)', 'slice(-5)').replace('.ok;', '.ok || true;').replace("=== 'paid'", "!== 'pending'");
    assert.match(run(packed.project, wrong), /^(#|ℹ) fail 3$/m);
  });
});
