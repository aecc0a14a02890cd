/** The most rows of each kind that one look for due work returns. */
export const MOST_DUE = 100;

/** The most rows of each kind that a person is shown. */
export const MOST_UNRESOLVED = 500;

/** No delivery waits longer than this for its next try, ms, unless its lease is longer. */
const LONGEST_SPACING_MS = 60 * 60_000;

/** How long after it was claimed a delivery that did not end may be claimed again, ms: its lease, doubled with each try before. */
export function spaceDelivery(leaseMs: number, tries: number): number {
  return Math.max(leaseMs, Math.min(leaseMs * 2 ** Math.min(tries, 30), LONGEST_SPACING_MS));
}
