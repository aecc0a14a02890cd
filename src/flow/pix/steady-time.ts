import type { Clock } from '../../domain/clock.js';

/**
 * How far the device's clock may be ahead of the time that the page has measured, ms. Up to here a sleep explains it, in which a page measures
 * nothing, such as that of a phone whose shopper is in the bank's app; beyond, the clock is taken to have been set.
 */
const JUMP_MS = 3 * 3_600_000;

/** The time as it was known at one moment. */
interface Anchor {
  /** True time, epoch ms, as far as it was known. */
  at: number;
  /** True time less the device's, ms. */
  offsetMs: number;
  /** Time passed since some instant, ms. */
  elapsedMs: number;
}

/**
 * True time on a device whose clock may be set while a page is open. The clock is believed until an answer contradicts it; then time goes
 * on from where it was. A new word of the service or the shop counts at once.
 */
export class SteadyTime {
  readonly #clock: Clock;
  readonly #getTrueNow: () => number;
  #anchor: Anchor | undefined;
  #isDoubted = false;

  /** `getTrueNow` returns true time by the device's clock and what the service or the shop said of it, epoch ms. */
  constructor(clock: Clock, getTrueNow: () => number) {
    this.#clock = clock;
    this.#getTrueNow = getTrueNow;
  }

  /** The present instant, epoch ms. */
  now(): number {
    const { trueNow, steadyNow } = this.#measure();
    return this.#isDoubted ? steadyNow : trueNow;
  }

  /** The present instant had the clock not jumped, epoch ms. */
  steadyNow(): number {
    return this.#measure().steadyNow;
  }

  /** Notes that a code is still waiting to be paid: a clock that has jumped is not believed from now on. */
  noteWaiting(): void {
    const { trueNow, steadyNow } = this.#measure();
    this.#isDoubted = trueNow !== steadyNow;
  }

  #measure(): { trueNow: number; steadyNow: number } {
    const trueNow = this.#getTrueNow();
    const elapsedMs = this.#clock.elapsed?.();
    if (elapsedMs === undefined) return { trueNow, steadyNow: trueNow };
    const offsetMs = trueNow - this.#clock.now();
    const isCorrected = this.#anchor !== undefined && Math.abs(offsetMs - this.#anchor.offsetMs) >= 1000;
    if (!this.#anchor || isCorrected) {
      this.#anchor = { at: trueNow, offsetMs, elapsedMs };
      this.#isDoubted = false;
    }
    const steadyNow = this.#anchor.at + elapsedMs - this.#anchor.elapsedMs;
    return { trueNow, steadyNow: Math.abs(trueNow - steadyNow) > JUMP_MS ? steadyNow : trueNow };
  }
}
