/**
 * The package as its users have it: packed, installed from the tarball in a React, a Vue, a Svelte, an Angular and a plain TypeScript project
 * (`test/consumers`), type-checked and built there, and driven in Chromium. Installing needs the npm registry, so it is no part of
 * `npm test`. The last line is `N passed, N failed`, alone.
 *
 * `--after-tests`: `npm test` has built `dist` just now. `CONSUMERS=react,vue` runs some of them. `CONSUMERS_FOLDER` names a folder that keeps what was installed for the next run.
 */
import { join } from 'node:path';
import { buildAndRun, withFolder } from './test.mjs';
import { runNodeTests } from './tests/node.mjs';
import { endRun } from './tests/summary.mjs';

const MINUTE_MS = 60_000;

async function runConsumers(folder) {
  const counts = await runNodeTests(join(folder, 'consumers.tap'), 'test/consumers/consumers.test.mjs', { limitMs: 15 * MINUTE_MS });
  return { counts: [counts] };
}

const isBuilt = process.argv.includes('--after-tests');
endRun(await withFolder((folder) => (isBuilt ? runConsumers(folder) : buildAndRun(runConsumers, folder))));
