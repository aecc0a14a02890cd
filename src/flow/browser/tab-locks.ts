import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The part of `navigator.locks` that shows whether a tab still lives. What keeps two tabs from charging is the ledger. */
export interface TabLocks {
  request(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: unknown) => unknown,
  ): Promise<unknown>;
}

/** How long a lock is waited for. Without one an attempt looks unconfirmed to other tabs, which is safe. */
const LOCK_LIMIT_MS = 1000;

/** A lock that was asked for. */
export interface HeldLock {
  /** Whether it was granted: only then do other tabs see it. */
  isGranted: boolean;
  /** Gives it back. */
  release: () => void;
}

/** Acquires a lock. Never rejects. */
export async function holdLock(locks: TabLocks | undefined, name: string, clock: Clock): Promise<HeldLock> {
  if (!locks) return { isGranted: false, release: () => undefined };
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const granted = new Promise<void>((resolve, reject) => {
    const held = async (): Promise<void> => {
      resolve();
      await released;
    };
    Promise.resolve(locks.request(name, {}, held)).catch(reject);
  });
  const isGranted = await withTimeLimit(granted, clock, LOCK_LIMIT_MS).then(
    () => true,
    () => false,
  );
  return { isGranted, release };
}

/** Whether a living tab holds the lock; `unknown` where that cannot be found out. Never rejects. */
export async function readLock(locks: TabLocks | undefined, name: string, clock: Clock): Promise<'held' | 'free' | 'unknown'> {
  if (!locks) return 'unknown';
  try {
    // Shared, so that two tabs that ask at the same time are not mistaken for the holder.
    const asking = locks.request(name, { mode: 'shared', ifAvailable: true }, (lock) => lock === null);
    return (await withTimeLimit(asking, clock, LOCK_LIMIT_MS)) === true ? 'held' : 'free';
  } catch {
    return 'unknown';
  }
}

/** Resolves when the lock is free; rejects when the signal ends the wait. */
export async function waitForLock(locks: TabLocks | undefined, name: string, signal: AbortSignal): Promise<void> {
  await locks?.request(name, { mode: 'shared', signal }, () => undefined);
}
