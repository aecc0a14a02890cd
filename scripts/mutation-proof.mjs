/**
 * Proves that the model test can fail: breaks the guard in each way of test/model/mutations.mjs and runs the test in Chromium, which must
 * fail each time, and for the right reason. `node scripts/mutation-proof.mjs [name ...]`. Not a part of `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from '../test/model/mutations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ARGS = ['node_modules/@web/test-runner/dist/bin.js', '--files', 'test/model/model.test.ts'];

function runModel(name) {
  const env = { ...process.env, BROWSERS: 'chromium', BALCAO_MUTATION: name };
  const { status, stdout } = spawnSync(process.execPath, ARGS, { cwd: root, env, encoding: 'utf8' });
  return { hasFailed: status !== 0, output: stdout };
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MUTATIONS);
let missed = 0;
for (const name of names) {
  const { about, expected } = MUTATIONS[name];
  const { hasFailed, output } = runModel(name);
  const reason = hasFailed ? expected.exec(output)?.[0] : undefined;
  const count = /model test, .* sequences/.exec(output)?.[0] ?? 'no steps';
  if (reason === undefined) missed += 1;
  console.log(`${reason === undefined ? 'MISSED' : 'noticed'}: ${name} (${about})\n  ${reason ?? 'no failure of that kind'}; ${count}`);
}
console.log(`${names.length - missed} of ${names.length} mutations were noticed.`);
process.exitCode = missed > 0 ? 1 : 0;
