/**
 * Every test of the shop's server but those of CI, in one process, which loads the sources once. `BALCAO_APART` names files, by their paths
 * from the root of the project, that the run has as files of their own.
 */
import { readdirSync } from 'node:fs';

const apart = (process.env.BALCAO_APART ?? '').split(',');
const isOfCi = (file) => file.endsWith('.ci.test.mjs') || apart.includes(`test/server/${file}`);
const files = readdirSync(new URL('.', import.meta.url), { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
for (const file of files.toSorted()) {
  if (file.endsWith('.test.mjs') && !isOfCi(file)) await import(`./${file}`);
}
