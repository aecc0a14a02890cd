/** The sandbox in the place of `fetch`, as docs/testing.md has it, run as printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { findSnippet } from './documents.mjs';
import { installPacked } from './packed.mjs';

describe('the sandbox of the documents', () => {
  it('takes the place of fetch in a test', (test) => {
    const packed = installPacked();
    test.after(() => packed.remove());
    const code = findSnippet('docs/testing.md', 'globalThis.fetch =');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: packed.project,
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });
});
