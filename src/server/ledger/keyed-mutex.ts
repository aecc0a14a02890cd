import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/**
 * Runs `work` when no other work runs for this key within this process, in the order of the calls. Rejects with `timeout` if the wait is
 * longer than `waitMs`.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>, waitMs: number) => Promise<Result>;

/** Creates a mutex with a separate lock for each key. */
export function createKeyedMutex(): KeyedMutex {
  const ends = new Map<string, Promise<void>>();
  return async (key, work, waitMs) => {
    const turn = ends.get(key) ?? Promise.resolve();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // A call that gives up ends only after the calls before it, so that no later call starts too early.
    const end = turn.then(() => finished);
    ends.set(key, end);
    void end.then(() => {
      if (ends.get(key) === end) ends.delete(key);
    });
    try {
      await withTimeLimit(turn, systemClock, waitMs);
      return await work();
    } finally {
      finish();
    }
  };
}
