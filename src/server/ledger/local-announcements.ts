/** A channel for announcements within this process. */
export type LocalAnnouncements = ReturnType<typeof createLocalAnnouncements>;

/** Creates a channel for announcements within this process, by Pix charge. */
export function createLocalAnnouncements() {
  const subscribers = new Map<string, Set<() => void>>();
  return {
    /** Calls `changed` for each announcement about a charge. Returns a function that unsubscribes. */
    subscribe(chargeId: string, changed: () => void): () => void {
      // Each subscription has its own function, since the same `changed` may be passed twice.
      const call = (): void => changed();
      const calls = subscribers.get(chargeId) ?? new Set();
      subscribers.set(chargeId, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0 && subscribers.get(chargeId) === calls) subscribers.delete(chargeId);
      };
    },
    /** Lists the charges that have subscribers. */
    listCharges: (): string[] => [...subscribers.keys()],
    /** Calls the subscribers of a charge; without a charge, all subscribers. The errors of subscribers are ignored. */
    publish(chargeId?: string): void {
      const sets = chargeId === undefined ? [...subscribers.values()] : [subscribers.get(chargeId) ?? []];
      for (const call of sets.flatMap((calls) => [...calls])) {
        try {
          call();
        } catch {
          // The other subscribers are called all the same.
        }
      }
    },
    clear(): void {
      subscribers.clear();
    },
  };
}
