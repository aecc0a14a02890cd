/** Runs the examples in the docstrings of `balcao/sandbox` and `balcao/fixtures`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fixtures from '../../src/fixtures/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';
import { listExamples, listExportedFiles, runExample } from '../support/doc-examples.mjs';

/** What has to have an example: each function of the sandbox, and each list of the fixtures. */
const ENTRIES = {
  sandbox: { exports: sandbox, names: Object.entries(sandbox).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])) },
  fixtures: { exports: fixtures, names: Object.keys(fixtures) },
};

for (const [entry, { exports, names }] of Object.entries(ENTRIES)) {
  describe(`the examples of balcao/${entry}`, () => {
    const index = `${entry}/index.ts`;
    const examples = [index, ...listExportedFiles(index)].flatMap(listExamples);

    it('exist for everything that a test of a shop calls or reads', () => {
      const shown = new Set(examples.map(({ name }) => name));
      assert.deepEqual(
        names.filter((name) => !shown.has(name)),
        [],
      );
    });

    for (const example of examples) {
      it(`run and print what they promise: ${example.name}`, async () => {
        const { printed, promised } = await runExample(example, { scope: exports });
        assert.ok(promised.length > 0);
        assert.deepEqual(printed, promised);
      });
    }
  });
}
