import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The part of `navigator.locks` that shows whether a tab still lives. What keeps two tabs from charging is the journal. */
export interface TabLocks {
  request(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: unknown) => unknown,
  ): Promise<unknown>;
}

/** How long a charge waits for its lock. Without one its attempt looks unconfirmed to other tabs, which is safe. */
const LOCK_LIMIT_MS = 1000;

/** Acquires a lock. Returns a function that releases it. Never rejects. */
export async function holdLock(locks: TabLocks | undefined, name: string, clock: Clock): Promise<() => void> {
  if (!locks) return () => undefined;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const granted = new Promise<void>((resolve, reject) => {
    const held = async (): Promise<void> => {
      resolve();
      await released;
    };
    Promise.resolve(locks.request(name, {}, held)).catch(reject);
  });
  await withTimeLimit(granted, clock, LOCK_LIMIT_MS).catch(() => undefined);
  return release;
}

/** Whether a living tab holds the lock; false where that cannot be found out. */
export async function isLockHeld(locks: TabLocks | undefined, name: string): Promise<boolean> {
  try {
    // Shared, so that two tabs that ask at the same time are not mistaken for the holder.
    return (await locks?.request(name, { mode: 'shared', ifAvailable: true }, (lock) => lock === null)) === true;
  } catch {
    return false;
  }
}

/** Resolves when the lock is free; rejects when the signal ends the wait. */
export async function waitForLock(locks: TabLocks | undefined, name: string, signal: AbortSignal): Promise<void> {
  await locks?.request(name, { mode: 'shared', signal }, () => undefined);
}
