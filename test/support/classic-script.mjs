import { readFileSync } from 'node:fs';
import { ensureDist } from '../../scripts/tests/dist.mjs';

/** Whether the elements of all browser tests come from the classic script of the package: `SCRIPT=classic`. */
export const IS_CLASSIC = process.env.SCRIPT === 'classic';

/** The one function of the product that sets time limits, in minified code: it is known by the message of its error. */
const TIME_LIMIT = /function ([\w$]+)\([\w$,]+=\(\)=>new [\w$]+\(`timeout`,`No answer in time\.`/;

/** Finds what the classic script calls the function that sets time limits. */
async function readTimeLimit() {
  await ensureDist();
  const code = readFileSync(new URL('../../dist/balcao.min.js', import.meta.url), 'utf8');
  const [, name] = TIME_LIMIT.exec(code) ?? [];
  if (!name) throw new Error('dist/balcao.min.js has no function that sets time limits.');
  return name;
}

let timeLimit;

/** Returns what the classic script calls the function that sets time limits. Builds the script once if a source is younger. */
export function findTimeLimit() {
  return (timeLimit ??= readTimeLimit());
}
