/**
 * Whether the package can be published as it is: version, CHANGELOG and tag agree; the tarball installs in an empty project without
 * running any script; `npx balcao sandbox` starts from there; and a page with its `balcao.min.js` pays once. Installing needs the npm
 * registry, so it is no part of `npm test`. The last line is `N passed, N failed`, alone.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { payByCard } from '../test/package/card-payment.mjs';
import { launchChromium } from './launch-chromium.mjs';
import { installTarball, listScripted, startInstalledSandbox } from './release/installed-package.mjs';
import { judgeVersion } from './release/judge-version.mjs';
import { startShop } from './release/shop.mjs';
import { withFolder } from './test.mjs';
import { packInto } from './tests/artifacts.mjs';
import { ensureDist } from './tests/dist.mjs';
import { root } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

/** @typedef {{ tarball?: string, project?: string, sandbox?: Awaited<ReturnType<typeof startInstalledSandbox>> }} State */

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The tags of this commit; none where there is no git, or no repository of it. */
function listTags() {
  const { status, stdout } = spawnSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

function checkVersion() {
  const { version } = JSON.parse(read('package.json'));
  const tags = listTags();
  const problems = judgeVersion({ version, source: read('src/domain/version.ts'), changelog: read('CHANGELOG.md'), tags });
  if (problems.length > 0) throw new Error(problems.join('; '));
  return `${version} in package.json, src/domain/version.ts and CHANGELOG.md; ${tags.length > 0 ? `tagged ${tags.join(', ')}` : 'this commit has no tag'}`;
}

function pack(state, folder) {
  state.tarball = packInto(folder);
  return basename(state.tarball);
}

function checkInstall(state, folder) {
  const { project, ran } = installTarball(folder, state.tarball);
  const scripted = listScripted(project);
  if (ran.length > 0 || scripted.length > 0) throw new Error(`installing runs ${[...ran, ...scripted].join(', ')}`);
  state.project = project;
  return 'installed in an empty project; no script ran';
}

async function startSandbox(state) {
  state.sandbox = await startInstalledSandbox(state.project);
  return `started at ${state.sandbox.baseUrl}`;
}

async function payOnce(/** @type {State} */ { project, sandbox }) {
  assert.ok(project && sandbox, 'there is no sandbox to pay at');
  const shop = await startShop(project, sandbox.baseUrl);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(shop.url);
    const { name } = await payByCard(page);
    if (name !== 'balcao-approved') throw new Error(`the payment ended with ${name}`);
  } finally {
    await browser.close();
    shop.close();
  }
  const { charges } = await (await fetch(`${sandbox.controlUrl}state`)).json();
  const amounts = charges.map(({ amount }) => amount);
  if (String(amounts) !== '149.9') throw new Error(`the sandbox charged ${amounts.join(', ') || 'nothing'} instead of 149.9`);
  return 'a page with dist/balcao.min.js paid R$ 149,90, once';
}

/**
 * Each returns what it did, or throws what is wrong. They hand on what they made in an object that all of them share.
 *
 * @type {Record<string, (state: State, folder: string) => string | Promise<string>>}
 */
const STEPS = { version: checkVersion, pack, install: checkInstall, 'npx balcao sandbox': startSandbox, payment: payOnce };

/** Runs the steps in order; one that needs what an earlier one made fails with it. */
async function runSteps(folder) {
  /** @type {State} */
  const state = {};
  const steps = [];
  const broken = [];
  for (const [name, work] of Object.entries(STEPS)) {
    console.log(`\n== ${name}`);
    try {
      console.log(await work(state, folder));
      steps.push(name);
      console.log(`${name}: passed`);
    } catch (error) {
      broken.push(name);
      console.log(`${name}: FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }
  await state.sandbox?.stop();
  return { counts: [], steps, broken };
}

await ensureDist();
endRun(await withFolder(runSteps));
