import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './packed.mjs';

/** What npm, pnpm or Yarn may run where a package is installed; `prepare` for a tarball, a folder or a repository. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'prepublish'];

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The packages that a shop gets with ours: its dependencies, and theirs. */
function listDependencies(name, known = new Set()) {
  for (const each of Object.keys(readPackage(name ? join(root, 'node_modules', name) : root).dependencies ?? {})) {
    if (known.has(each)) continue;
    known.add(each);
    listDependencies(each, known);
  }
  return [...known];
}

describe('installing the tarball', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-install-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs npm without a registry, and with a shell that writes down each script instead of running it. */
  function npm(cwd, ...args) {
    const shell = join(folder, 'shell.sh');
    writeFileSync(shell, `#!/bin/sh\necho "$npm_lifecycle_event" >> '${join(cwd, 'scripts-run')}'\n`);
    chmodSync(shell, 0o755);
    const flags = ['--offline', '--no-audit', '--no-fund', '--foreground-scripts', `--script-shell=${shell}`];
    // `npm run` hands the settings of its own run down by the environment.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));
    const { status, stdout, stderr } = spawnSync('npm', [...args, ...flags], { cwd, env, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    return stdout + stderr;
  }

  /** Packs folders into tarballs, as they would be published. */
  function pack(...sources) {
    const flags = ['pack', ...sources, '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = spawnSync('npm', flags, { cwd: root, encoding: 'utf8' });
    return JSON.parse(stdout).map(({ filename }) => join(folder, filename));
  }

  it('runs no script, and declares none that a package manager would ask about', { timeout: 120_000 }, () => {
    const shop = join(folder, 'shop');
    mkdirSync(shop);
    writeFileSync(join(shop, 'package.json'), '{ "name": "shop", "private": true }');
    const dependencies = listDependencies();
    assert.ok(dependencies.includes('lit-html'));
    const output = npm(shop, 'install', ...pack(root, ...dependencies.map((name) => join(root, 'node_modules', name))));
    assert.doesNotMatch(output, /install-scripts|allow-?scripts/i);
    assert.equal(existsSync(join(shop, 'scripts-run')), false);
    assert.doesNotMatch(readFileSync(join(shop, 'package-lock.json'), 'utf8'), /hasInstallScript/);
    for (const name of ['balcao', ...dependencies]) {
      const installed = join(shop, 'node_modules', name);
      const { scripts = {}, gypfile } = readPackage(installed);
      assert.deepEqual([name, ...INSTALL_SCRIPTS.filter((script) => script in scripts)], [name]);
      // npm builds where there is one, without any script.
      assert.deepEqual([gypfile, readdirSync(installed).includes('binding.gyp')], [undefined, false], name);
    }
  });

  it('builds nothing, as `npm ci` and `npm pack` do in a clone', { timeout: 60_000 }, () => {
    const clone = join(folder, 'clone');
    mkdirSync(clone);
    const { scripts } = readPackage(root);
    const readScriptsRun = () => {
      const events = readFileSync(join(clone, 'scripts-run'), 'utf8').trim().split('\n');
      return events.map((event) => scripts[event]);
    };
    const [tarball] = pack(join(root, 'node_modules/idb'));
    writeFileSync(
      join(clone, 'package.json'),
      JSON.stringify({ name: 'clone', version: '1.0.0', private: true, scripts, dependencies: { idb: tarball } }),
    );
    npm(clone, 'install', '--package-lock-only');
    assert.equal(existsSync(join(clone, 'scripts-run')), false);
    npm(clone, 'ci');
    assert.deepEqual(readScriptsRun(), [scripts.build]);
    // What is published is built anew.
    npm(clone, 'pack');
    assert.deepEqual(readScriptsRun(), [scripts.build, scripts.build]);
  });
});
