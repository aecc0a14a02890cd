/** Announcements within this process, by Pix charge. */
export interface LocalNews {
  /** Returns a function that unsubscribes. */
  subscribe(chargeId: string, changed: () => void): () => void;
  /** Calls whoever subscribed to a charge; without one, everybody. What one of them throws is its own. */
  publish(chargeId?: string): void;
  clear(): void;
}

/** Announcements that nobody has subscribed to yet. */
export function createLocalNews(): LocalNews {
  const subscribers = new Map<string, Set<() => void>>();
  return {
    subscribe(chargeId, changed) {
      // Its own function for each subscription: the same `changed` may be given twice.
      const call = (): void => changed();
      const calls = subscribers.get(chargeId) ?? new Set();
      subscribers.set(chargeId, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0 && subscribers.get(chargeId) === calls) subscribers.delete(chargeId);
      };
    },
    publish(chargeId) {
      const sets = chargeId === undefined ? [...subscribers.values()] : [subscribers.get(chargeId) ?? []];
      for (const call of sets.flatMap((calls) => [...calls])) {
        try {
          call();
        } catch {
          // The others are told all the same.
        }
      }
    },
    clear() {
      subscribers.clear();
    },
  };
}
