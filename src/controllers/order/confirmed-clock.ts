/** A party whose responses confirm the time. */
type ClockSource = 'service' | 'shop';

const clocks = new Map<ClockSource, () => number | undefined>();

/**
 * Sets the clock that the service or the shop has confirmed. The latest clock of each party counts. `getNow` returns epoch ms, or
 * `undefined` while the time is not confirmed.
 */
export function setConfirmedClock(source: ClockSource, getNow: () => number | undefined): void {
  clocks.set(source, getNow);
}

/**
 * Returns the current instant by a clock that the service or the shop has confirmed, epoch ms; `undefined` while neither has. The service's
 * clock takes precedence.
 */
export function getConfirmedNow(): number | undefined {
  return clocks.get('service')?.() ?? clocks.get('shop')?.();
}
