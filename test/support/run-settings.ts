/** What the environment asks of a run. */
export interface RunSettings {
  /** Whether the whole of each matrix is tested, not a sample. */
  isWhole: boolean;
  /** Steps of the model and its seed, where they are not the usual ones. */
  steps: number | null;
  seed: number | null;
  /** Whether documents are written from what is seen. */
  isWriting: boolean;
  /** How the guard is broken on purpose. */
  mutation: string | null;
}

export const runSettings: RunSettings = await (await fetch('/__model/run.json')).json();

/** Another seed gives other samples. */
const SEED = 27;

/**
 * Some of a list, spread over it: always the same until the list changes. All of it in a whole run.
 *
 * @param row Which row of a matrix the list is, so that each begins at another column.
 */
export function sample<T>(list: readonly T[], count: number, row = 0): T[] {
  if (runSettings.isWhole || count >= list.length) return [...list];
  const begin = SEED + row;
  const chosen = new Set(Array.from({ length: count }, (_, each) => (begin + Math.floor((each * list.length) / count)) % list.length));
  return list.filter((_, index) => chosen.has(index));
}
