import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeVersion } from '../../scripts/release/judge-version.mjs';

const GOOD = {
  version: '1.2.3',
  source: `export const VERSION = '1.2.3';`,
  changelog: '# Changelog\n\n## [1.2.3] - 2026-05-04\n\n## [1.2.2] - 2026-04-01\n',
  tags: ['v1.2.3'],
};
const UNDATED = '## [1.2.3] - Unreleased\n';

describe('the version of a release', () => {
  it('is one in package.json, the source, the CHANGELOG and the tag', () => {
    assert.deepEqual(judgeVersion(GOOD), []);
  });

  it('may have no date and no tag until it is released', () => {
    assert.deepEqual(judgeVersion({ ...GOOD, changelog: UNDATED, tags: [] }), []);
    assert.deepEqual(judgeVersion({ ...GOOD, changelog: UNDATED, tags: ['nightly'] }), []);
  });

  /** @type {Record<string, [Partial<typeof GOOD>, RegExp]>} */
  const BAD = {
    'another one in the source': [{ source: `export const VERSION = '1.2.2';` }, /version\.ts 1\.2\.2/],
    'no entry in the CHANGELOG': [{ changelog: '## [1.2.2] - 2026-04-01\n' }, /no entry "## \[1\.2\.3\]/],
    'another tag': [{ tags: ['v1.2.4'] }, /the tag v1\.2\.4 is not v1\.2\.3/],
    'a tag, but no date': [{ changelog: UNDATED }, /no date, but "Unreleased"/],
  };
  for (const [name, [change, problem]] of Object.entries(BAD)) {
    it(`is refused with ${name}`, () => {
      const problems = judgeVersion({ ...GOOD, ...change });
      assert.equal(problems.length, 1);
      assert.match(problems[0], problem);
    });
  }
});
