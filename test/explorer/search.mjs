import assert from 'node:assert/strict';
import { describeExploration, explore } from './explore.ts';

/**
 * How far a world is searched: to a depth, or with `WHOLE=1` to the first depth at which so many states are known.
 *
 * @param {number} depth
 * @param {number} states
 * @returns {import('./explore.ts').SearchBound}
 */
export function chooseBound(depth, states) {
  return process.env.WHOLE ? { depth: Infinity, states } : { depth };
}

/**
 * Explores a world, prints how much of it was seen, and fails with the shortest way to each broken rule.
 *
 * @param {string} name
 * @param {import('./explore.ts').ExploredWorld<any>} world
 * @param {import('./explore.ts').SearchBound} bound
 */
export async function searchWorld(name, world, bound) {
  const startAt = performance.now();
  const exploration = await explore(world, bound);
  console.log(describeExploration(name, exploration, performance.now() - startAt));
  const found = exploration.counterexamples.map(({ sentence, problem, trace }) => `${sentence}\n  ${[problem, ...trace].join('\n  ')}`);
  assert.deepEqual(found, []);
  return exploration;
}
