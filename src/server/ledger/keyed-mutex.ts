import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/**
 * Runs `work` when nobody else does for this key, in the order of asking, within this process. Rejects with a `timeout` where its turn does
 * not come within `waitMs`.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>, waitMs: number) => Promise<Result>;

/** A mutex for each key. */
export function createKeyedMutex(): KeyedMutex {
  const ends = new Map<string, Promise<void>>();
  return async (key, work, waitMs) => {
    const turn = ends.get(key) ?? Promise.resolve();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // Whoever gives up ends when those before it have ended, so that nobody behind it comes too early.
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
