/**
 * Breaks the sources at random and demands that the project's own fast tests notice: `npm run mutation`. Each mutant is one change of
 * `src/domain/order`, `src/flow/ledger` or `src/flow/order` that TypeScript accepts: another operator, a negated condition, a dropped `await`, an
 * empty return, a missing call, another number. Ends with 1 where less than 90 % were noticed.
 *
 * - `--seed=7`: the same sample again; without it a new one, whose seed is printed.
 * - `--count=100`: how many mutants.
 * - `--only=src/flow/order`: only files whose path begins so, also of other folders.
 * - `--pages=2`: how many are tested at the same time.
 * - `--verbose`: also which test noticed each of the others.
 */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { listSites } from './mutation/mutants.mjs';
import { sampleMutants } from './mutation/sample.mjs';
import { TestPages } from './mutation/test-pages.mjs';
import { TypeChecker } from './mutation/types.mjs';
import { root } from './tests/processes.mjs';
import { describeTime } from './tests/summary.mjs';

/** The share that must be noticed. */
const DEMANDED = 0.9;

const FOLDERS = ['src/domain/order/', 'src/flow/ledger/', 'src/flow/order/'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    count: { type: 'string', default: '100' },
    pages: { type: 'string', default: '2' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

function listSources() {
  const paths = readdirSync(join(root, 'src'), { recursive: true }).map((file) => `src/${String(file).replaceAll(sep, '/')}`);
  const starts = values.only ? [values.only] : FOLDERS;
  return paths.filter((path) => path.endsWith('.ts') && starts.some((start) => path.startsWith(start))).toSorted();
}

function describeText(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line === ';' ? '(nothing)' : line;
}

function describeMutant({ file, line, before, after }) {
  return `${file}:${line}\n    ${describeText(before)}\n -> ${describeText(after)}`;
}

function chooseMutants() {
  const types = new TypeChecker();
  const sites = listSources().flatMap(listSites);
  const chosen = sampleMutants(sites, { seed, count: Number(values.count), accepts: (mutant) => types.accepts(mutant) });
  types.close();
  console.log(
    `Seed ${seed}: ${chosen.mutants.length} mutants from ${sites.length} places; at ${chosen.skipped} others nothing is right by its types.`,
  );
  return chosen.mutants;
}

const startAt = Date.now();
const mutants = chooseMutants();
const pages = new TestPages();
try {
  await pages.start(Number(values.pages));
  await pages.measure();
  const results = await Promise.all(
    mutants.map(async (mutant) => {
      const failure = await pages.test(mutant);
      if (!failure) console.log(`NOT NOTICED: ${describeMutant(mutant)}`);
      else if (values.verbose) console.log(`noticed: ${describeMutant(mutant)}\n    by ${failure.title}: ${describeText(failure.message)}`);
      return failure;
    }),
  );
  const noticed = results.filter((failure) => failure !== undefined).length;
  const share = mutants.length === 0 ? 0 : noticed / mutants.length;
  console.log(
    `Seed ${seed}: ${noticed} of ${mutants.length} mutants (${Math.floor(share * 100)} %) were noticed by ${pages.fileCount} test files, in ${describeTime(Date.now() - startAt)}.`,
  );
  process.exitCode = share < DEMANDED ? 1 : 0;
} finally {
  await pages.stop();
}
