/** The tarball, installed by npm from a registry of this machine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { findPackage } from '../../scripts/tests/artifacts.mjs';
import { runBalcao } from '../bin/program.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createNpmEnv, listDependencies, packPackages, readPackage, startRegistry } from './package-registry.mjs';
import { root } from './packed.mjs';

/** What npm, pnpm or Yarn may run where a package is installed; `prepare` for a tarball, a folder or a repository. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'prepublish'];

/** A shell for npm that writes down each script instead of running it. What npx starts is no script. */
const SHELL = `#!/bin/sh
[ "$npm_lifecycle_event" = npx ] && exec sh "$@"
echo "$npm_lifecycle_event" >> "$SCRIPTS_RUN"
`;

describe('installing the package', () => {
  const dependencies = listDependencies(root).map((source) => readPackage(source).name);
  let folder;
  let packages;
  let registry;
  let env;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-install-'));
    // What a shop of the documents installs beside it.
    packages = packPackages(folder, ['@electric-sql/pglite']);
    registry = await startRegistry(folder, packages);
    const shell = join(folder, 'shell.sh');
    writeFileSync(shell, SHELL);
    chmodSync(shell, 0o755);
    env = {
      ...createNpmEnv(registry, folder),
      npm_config_foreground_scripts: 'true',
      npm_config_script_shell: shell,
    };
  });
  after(() => {
    registry?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes a project of npm. */
  function makeProject(name, settings = {}) {
    const project = join(folder, name);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name, version: '1.0.0', private: true, ...settings }));
    return project;
  }

  /** Lays our tarball where `npm pack` leaves it, in the repository `balcao` below a folder. */
  function layTarball(parent) {
    const { filename } = packages.find(({ manifest }) => manifest.name === 'balcao');
    mkdirSync(join(parent, 'balcao'), { recursive: true });
    copyFileSync(join(folder, filename), join(parent, 'balcao', filename));
  }

  const run = (commands, cwd) =>
    promisify(execFile)('sh', ['-ec', commands], { cwd, env: { ...env, SCRIPTS_RUN: join(cwd, 'scripts-run') } });

  it('brings the program, runs no script, and declares none that a package manager would ask about', async () => {
    const shop = makeProject('shop');
    layTarball(folder);
    assert.ok(dependencies.includes('lit-html'));
    const { stdout, stderr } = await run(findBlock('npx balcao --help\n'), shop);
    const { stdout: help } = await runBalcao('--help');
    assert.ok(stdout.endsWith(help), stdout);
    assert.doesNotMatch(stdout + stderr, /install-scripts|allow-?scripts/i);
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

  it('makes a shop that gets the package from the same tarball', async () => {
    const shop = makeProject('maker');
    layTarball(folder);
    await run(`${findBlock('npx balcao --help\n')}npx balcao create made`, shop);
    const { filename, manifest } = packages[0];
    assert.equal(manifest.name, 'balcao');
    assert.equal(readPackage(join(shop, 'made')).dependencies.balcao, `file:../../balcao/${filename}`);
  });

  it('begins a shop by hand, as docs/shop-files.md prints it', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    cpSync(findPackage(empty), join(empty, 'balcao'), { recursive: true });
    await run(findBlock('npm init -y'), empty);
    assert.ok(existsSync(join(empty, 'my-shop/node_modules/balcao/dist/balcao.min.js')));
    assert.ok(existsSync(join(empty, 'my-shop/node_modules/@electric-sql/pglite/dist/index.js')));
    assert.equal(readPackage(join(empty, 'my-shop')).scripts.start, 'balcao sandbox --variant sandbox.json --start server.mjs');
  });

  it('builds once where `npm ci` runs in a clone, and once more for `npm pack`', async () => {
    const { scripts, dependencies: versions } = readPackage(root);
    const clone = makeProject('clone', { scripts, dependencies: { idb: versions.idb } });
    const readScriptsRun = () => {
      const events = readFileSync(join(clone, 'scripts-run'), 'utf8').trim().split('\n');
      return events.map((event) => scripts[event]);
    };
    await run('npm install --package-lock-only', clone);
    assert.equal(existsSync(join(clone, 'scripts-run')), false);
    await run('npm ci', clone);
    assert.deepEqual(readScriptsRun(), [scripts.build]);
    // What is published is built anew.
    await run('npm pack', clone);
    assert.deepEqual(readScriptsRun(), [scripts.build, scripts.build]);
  });
});
