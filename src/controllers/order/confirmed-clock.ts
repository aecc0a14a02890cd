/** A party whose answers confirm the time. */
type ClockSource = 'service' | 'shop';

const clocks = new Map<ClockSource, () => number | undefined>();

/** Sets a clock that the service or the shop has confirmed; the latest one of each counts. `getNow` returns `undefined` while nobody has confirmed it. */
export function setConfirmedClock(source: ClockSource, getNow: () => number | undefined): void {
  clocks.set(source, getNow);
}

/** Returns the present instant by a clock that the service or the shop has confirmed, epoch ms; `undefined` while neither has. */
export function getConfirmedNow(): number | undefined {
  return clocks.get('service')?.() ?? clocks.get('shop')?.();
}
