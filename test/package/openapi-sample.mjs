/** How much is tried of the values and cases that documents of OpenAPI are held to: before a commit a sample, which changes only with the source. */
import fc from 'fast-check';

const isWhole = process.env.WHOLE === '1';
const SEED = 5;

/** Some of the elements of a list; all in CI. */
export function sampleOf(list, count) {
  if (isWhole) return list;
  return fc.sample(fc.subarray(list, { minLength: count, maxLength: count }), { seed: SEED, numRuns: 1 })[0];
}

/** The settings of a property: so many values in CI, a tenth of them before a commit. */
export const runs = (numRuns) => (isWhole ? { numRuns } : { numRuns: numRuns / 10, seed: SEED });
