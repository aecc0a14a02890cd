import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../scripts/tests/processes.mjs';
import { applyEdits } from './apply-edits.mjs';
import { BROKEN_RULES } from './broken-rules.mjs';

describe('the rules that npm run mutation:rules breaks', () => {
  for (const [name, { edits, tests }] of Object.entries(BROKEN_RULES)) {
    it(`can be broken, and have tests: ${name}`, () => {
      assert.ok(tests.length > 0);
      assert.deepEqual(
        tests.filter((file) => !existsSync(join(root, file))),
        [],
      );
      for (const file of new Set(edits.map(([each]) => each))) {
        const text = readFileSync(join(root, file), 'utf8');
        assert.notEqual(applyEdits(name, file, text, edits), text);
      }
    });
  }
});
