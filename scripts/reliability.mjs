/**
 * Writes the tables of docs/faults.md, docs/at-once.md, docs/security.md and both docs/accessibility.md from the runs that prove them:
 * `node scripts/reliability.mjs`, or with the names of some test files for those alone.
 * `npm run test:model` fails if a page differs, `npm test` if a row differs that it runs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, BROWSERS: 'chromium', WRITE_RELIABILITY: '1' };

const FILES = [
  'test/model/fault-matrix.test.ts',
  'test/model/at-once.test.ts',
  'test/acceptance/script-policies.test.ts',
  'test/access/payment-announcements.test.ts',
];
const named = process.argv.slice(2);

// One after the other: two browsers would slow each other down.
for (const file of named.length > 0 ? named : FILES) {
  const args = ['node_modules/@web/test-runner/dist/bin.js', '--files', file];
  process.exitCode ||= spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
