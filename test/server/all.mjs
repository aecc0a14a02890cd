/** Every test of the shop's server but those of CI, in one process, which loads the sources once. */
import { readdirSync } from 'node:fs';

const files = readdirSync(new URL('.', import.meta.url), { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
for (const file of files.toSorted()) {
  if (file.endsWith('.test.mjs') && !file.endsWith('.ci.test.mjs')) await import(`./${file}`);
}
