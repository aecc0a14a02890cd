/** The browser test of docs/testing.md, run as printed on its own page, with the browser of this machine. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findBlock } from './documented-blocks.mjs';
import { createProgramRunner, moveAddresses, runCommands, startDocumentedSandbox } from './documented-server.mjs';
import { installPacked, root } from './packed.mjs';

/** `playwright` as a project has it, with the Chromium that is found here. */
function installPlaywright(project) {
  const folder = join(project, 'node_modules/playwright');
  const launcher = pathToFileURL(join(root, 'scripts/launch-chromium.mjs')).href;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'playwright', type: 'module', exports: './index.js' }));
  writeFileSync(
    join(folder, 'index.js'),
    `import { launchChromium } from '${launcher}';\nexport const chromium = { launch: launchChromium };\n`,
  );
}

describe('the browser test of the documents, as printed', () => {
  let packed;
  let runner;
  let service;

  const write = (name, code) => writeFileSync(join(packed.project, name), moveAddresses(code, { service }));

  before(async () => {
    packed = installPacked();
    installPlaywright(packed.project);
    runner = createProgramRunner(packed.project);
    service = await startDocumentedSandbox(runner);
    write('checkout.html', findBlock('<!-- checkout.html -->'));
    write('checkout.test.mjs', findBlock('// checkout.test.mjs'));
  });
  after(() => {
    runner?.stop();
    packed?.remove();
  });

  it('passes on its own page', async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    assert.match(runCommands(findBlock('node --test checkout'), { cwd: packed.project, env }), /^(#|ℹ) pass 1$/m);
    const { charges } = await (await fetch(`${service}__sandbox/state`)).json();
    assert.equal(charges.length, 1);
  });
});
