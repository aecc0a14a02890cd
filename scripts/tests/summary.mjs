/** What a run says at its end, before its closing line. */

/** How many of the slowest files are named. */
const SLOWEST = 10;

function describeTime(durationMs) {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Where the time goes, for whoever wants it shorter.
 *
 * @param {{ engine: string, file: string, durationMs: number }[]} files What the tests of each file took.
 */
export function describeSlowest(files) {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
  return slowest.map(({ engine, file, durationMs }) => `slow: ${describeTime(durationMs)} in ${engine}, ${file}`);
}

/** @param {{ name: string, durationMs: number }[]} wallTimes From the first page of an engine to its last; engines run at the same time. */
export function describeWallTimes(wallTimes) {
  return wallTimes.map(({ name, durationMs }) => `took: ${describeTime(durationMs)}, ${name}`);
}
