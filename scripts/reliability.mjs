/**
 * Writes the tables of docs/reliability.md from the run that proves them: `node scripts/reliability.mjs`. `npm run test:model` fails where
 * the document says anything else, `npm test` where a row that it runs differs.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = ['node_modules/@web/test-runner/dist/bin.js', '--files', 'test/model/fault-matrix.test.ts'];
const env = { ...process.env, BROWSERS: 'chromium', WRITE_RELIABILITY: '1' };
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
