/**
 * Checks that the package can be published: version, CHANGELOG and tag agree; the tarball can be installed in an empty project and runs no
 * script; its list of bundled packages is valid and complete; `npx balcao sandbox` starts there; and a page with its `balcao.min.js` pays
 * once. The installation needs the npm registry, so this check is not a part of `npm test`. The last line is only `N passed, N failed`.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { payByCard } from '../test/package/card-payment.mjs';
import { launchChromium } from './launch-chromium.mjs';
import { installTarball, listScripted, startInstalledSandbox } from './release/installed-package.mjs';
import { judgeSbom } from './release/judge-sbom.mjs';
import { judgeVersion } from './release/judge-version.mjs';
import { startShop } from './release/shop.mjs';
import { withFolder } from './test.mjs';
import { packInto } from './tests/artifacts.mjs';
import { ensureDist } from './tests/dist.mjs';
import { root } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

/** @typedef {{ tarball?: string, project?: string, sandbox?: Awaited<ReturnType<typeof startInstalledSandbox>> }} State */

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Lists the tags of this commit; the list is empty without git, or outside of a repository. */
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

async function checkSbom(/** @type {State} */ { project }) {
  assert.ok(project, 'there is no installed package');
  const problems = await judgeSbom(join(project, 'node_modules/balcao'));
  if (problems.length > 0) throw new Error(problems.join('; '));
  return 'dist/sbom.cdx.json is valid, and has each script with its hash';
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
 * The steps. Each step returns a description of its work, or throws an error. Steps pass their results on in a shared object.
 *
 * @type {Record<string, (state: State, folder: string) => string | Promise<string>>}
 */
const STEPS = { version: checkVersion, pack, install: checkInstall, sbom: checkSbom, 'npx balcao sandbox': startSandbox, payment: payOnce };

/** Runs the steps in order. A step that needs the result of a failed step fails too. */
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
