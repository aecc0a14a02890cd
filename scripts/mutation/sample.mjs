import { createMutant } from './mutants.mjs';

/** A random number from 0 to 1 at each call, the same ones for the same seed (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(items, random) {
  const shuffled = [...items];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
  }
  return shuffled;
}

/**
 * A random sample of mutants, each of another site. Sites where nothing compiles are skipped: `tsc` notices those.
 *
 * @param {ReturnType<typeof import('./mutants.mjs').listSites>} sites
 * @param {{ seed: number, count: number, accepts: (mutant: object) => boolean }} options
 */
export function sampleMutants(sites, { seed, count, accepts }) {
  const random = createRandom(seed);
  const mutants = [];
  let skipped = 0;
  for (const site of shuffle(sites, random)) {
    if (mutants.length === count) break;
    const candidates = shuffle(site.texts, random).map((text) => createMutant(site, text));
    const mutant = candidates.find(accepts);
    if (mutant) mutants.push(mutant);
    else skipped += 1;
  }
  return { mutants, skipped };
}
