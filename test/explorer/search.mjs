import assert from 'node:assert/strict';
import { describeExploration, explore } from './explore.ts';

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
