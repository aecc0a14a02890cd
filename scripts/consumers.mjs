/**
 * The package as its users have it: packed, installed from the tarball in a React, a Vue, a Svelte and an Angular project
 * (`test/consumers`), type-checked and built there, and driven in Chromium. Installing needs the npm registry, so it is no part of
 * `npm test`. The last line is `N passed, N failed`, alone.
 *
 * `CONSUMERS=react,vue` runs some of them. `CONSUMERS_FOLDER` names a folder that keeps what was installed for the next run.
 */
import { join } from 'node:path';
import { withFolder } from './test.mjs';
import { runNodeTests } from './tests/node.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

const MINUTE_MS = 60_000;

const build = await runProgram('the build', [process.execPath, 'scripts/build.mjs'], { limitMs: 3 * MINUTE_MS });
const counts = build.isOk
  ? await withFolder(async (folder) => [
      await runNodeTests(join(folder, 'consumers.tap'), 'test/consumers/consumers.test.mjs', { limitMs: 15 * MINUTE_MS }),
    ])
  : [];
endRun({ counts, broken: build.isOk ? [] : ['the build'] });
