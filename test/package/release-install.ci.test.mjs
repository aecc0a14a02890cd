import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installTarball, listScripted } from '../../scripts/release/installed-package.mjs';

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
