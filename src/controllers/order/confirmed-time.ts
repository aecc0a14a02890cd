/** Who may have confirmed the time. */
type Witness = 'service' | 'shop';

const clocks = new Map<Witness, () => number | undefined>();

/** Sets a clock that the service or the shop has confirmed; the latest one of each counts. It returns `undefined` while nobody has confirmed it. */
export function setConfirmedClock(witness: Witness, read: () => number | undefined): void {
  clocks.set(witness, read);
}

/** The instant by a clock that the service or the shop has confirmed, epoch ms; `undefined` while neither has. */
export function confirmedNow(): number | undefined {
  return clocks.get('service')?.() ?? clocks.get('shop')?.();
}
