/** Creates announcements within this process, by Pix charge. */
export function createLocalNews() {
  const subscribers = new Map<string, Set<() => void>>();
  return {
    /** Returns a function that unsubscribes. */
    subscribe(chargeId: string, changed: () => void): () => void {
      // A separate function for each subscription: the same `changed` may be given twice.
      const call = (): void => changed();
      const calls = subscribers.get(chargeId) ?? new Set();
      subscribers.set(chargeId, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0 && subscribers.get(chargeId) === calls) subscribers.delete(chargeId);
      };
    },
    /** Calls the subscribers of a charge; without one, all of them. An error of one of them is ignored. */
    publish(chargeId?: string): void {
      const sets = chargeId === undefined ? [...subscribers.values()] : [subscribers.get(chargeId) ?? []];
      for (const call of sets.flatMap((calls) => [...calls])) {
        try {
          call();
        } catch {
          // The others are called all the same.
        }
      }
    },
    clear(): void {
      subscribers.clear();
    },
  };
}
