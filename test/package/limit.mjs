/** A wait that takes longer hangs, ms: far more than the slowest machine needs. It ends at once when what it waits for comes. */
export const LIMIT_MS = 10 * 60_000;
