/**
 * Writes the tables of docs/faults.md, docs/at-once.md and docs/security.md from the run that proves them: `node scripts/reliability.mjs`.
 * `npm run test:model` fails if a page differs, `npm test` if a row differs that it runs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, BROWSERS: 'chromium', WRITE_RELIABILITY: '1' };

// One after the other: two browsers would slow each other down.
for (const file of ['test/model/fault-matrix.test.ts', 'test/model/at-once.test.ts', 'test/acceptance/script-policies.test.ts']) {
  const args = ['node_modules/@web/test-runner/dist/bin.js', '--files', file];
  process.exitCode ||= spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
