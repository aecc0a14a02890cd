import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installTarball, listScripted } from '../../scripts/release/installed-package.mjs';
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

describe('the installing of a tarball', () => {
  it('is seen to run a script', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'balcao-release-'));
    const source = join(folder, 'source');
    mkdirSync(source);
    const scripts = { postinstall: 'node --version' };
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'with-script', version: '1.0.0', scripts }));
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: source, stdio: 'ignore' });
    const { project, ran } = installTarball(folder, join(folder, 'with-script-1.0.0.tgz'));
    assert.deepEqual(listScripted(project), ['node_modules/with-script']);
    assert.ok(ran.some((name) => name.startsWith('with-script@1.0.0 postinstall')));
    await rm(folder, { recursive: true });
  });
});
