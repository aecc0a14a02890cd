import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../tests/processes.mjs';

const imports = new Map();

/** What a module imports of the project's own modules as it runs, so not for its types alone. */
function listImports(file) {
  const known = imports.get(file);
  if (known) return known;
  const { staticImports, staticExports, dynamicImports } = parseSync(file, readFileSync(join(root, file), 'utf8')).module;
  const text = readFileSync(join(root, file), 'utf8');
  const runs = ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType);
  const specifiers = [
    ...staticImports.filter(runs).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  const listed = [...new Set(specifiers.map((specifier) => resolveImport(file, specifier)).filter((path) => path !== undefined))];
  imports.set(file, listed);
  return listed;
}

function resolveImport(file, specifier) {
  const entry = /^balcao(?:\/(domain|client|sandbox))?$/.exec(specifier);
  const path = entry ? `src/${entry[1] ? `${entry[1]}/` : ''}index.ts` : posix.join(dirname(file), specifier).replace(/\.js$/, '.ts');
  return (entry || specifier.startsWith('.')) && path.endsWith('.ts') && existsSync(join(root, path)) ? path : undefined;
}

/** How many imports lead from a module to each other one that it loads. */
function measureDistances(file) {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances) {
    for (const next of listImports(reached)) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}

/**
 * The test files that load one of the sources, those first that have the fewest imports between, and among these the quick ones.
 *
 * @param {string[]} tests
 * @param {string[]} sources
 * @param {(test: string) => number} timeOf
 */
export function listNearestTests(tests, sources, timeOf) {
  const ranked = tests.flatMap((test) => {
    const distances = measureDistances(test);
    const distance = Math.min(...sources.map((source) => distances.get(source) ?? Infinity));
    return distance === Infinity ? [] : [{ test, distance, time: timeOf(test) }];
  });
  return ranked.toSorted((one, other) => one.distance - other.distance || one.time - other.time).map(({ test }) => test);
}
