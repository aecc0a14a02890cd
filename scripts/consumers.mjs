/**
 * The package as its users have it: packed, installed from the tarball in a React, a Vue, a Svelte and an Angular project
 * (`test/consumers`), type-checked and built there, and driven in Chromium. Installing needs the npm registry, so it is no part of
 * `npm test`. The last line is `N passed, N failed`, alone.
 *
 * `CONSUMERS=react,vue` runs some of them. `CONSUMERS_FOLDER` names a folder that keeps what was installed for the next run.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNodeTests, withFolder } from './test.mjs';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const isBuilt = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd, stdio: 'inherit' }).status === 0;
const { passed, failed } = isBuilt
  ? withFolder((folder) => runNodeTests(join(folder, 'consumers.tap'), ['test/consumers/consumers.test.mjs']))
  : { passed: 0, failed: 1 };
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
