import type { Clock } from '../../domain/clock.js';

/**
 * The greatest difference between the device's clock and the time that the page has measured, ms, that counts as sleep. While a device
 * sleeps, a page measures no time: a phone may sleep while its shopper uses the bank's app. After a greater difference, somebody has set
 * the clock.
 */
const JUMP_MS = 3 * 3_600_000;

/** A moment whose true time is known. */
interface Anchor {
  /** The true time of the moment, epoch ms. */
  at: number;
  /** The true time minus the time of the device's clock, ms. */
  offsetMs: number;
  /** The reading of a stopwatch that nobody can set, ms. */
  elapsedMs: number;
}

/**
 * The true time on a device whose clock may be set while a page is open. True time is the device's time, corrected by what the service or
 * the shop said of it. The device's clock is trusted until a response contradicts it: then time continues from before the jump, as the page
 * measures it. A new correction by the service or the shop counts at once.
 */
export class SteadyTime {
  readonly #clock: Clock;
  readonly #getTrueNow: () => number;
  #anchor: Anchor | undefined;
  /** True once a response has contradicted a clock that jumped. */
  #isDoubted = false;

  /** `getTrueNow` returns the device's time as corrected by the service or the shop, epoch ms. */
  constructor(clock: Clock, getTrueNow: () => number) {
    this.#clock = clock;
    this.#getTrueNow = getTrueNow;
  }

  /** The present instant, epoch ms. */
  now(): number {
    const { trueNow, steadyNow } = this.#measure();
    return this.#isDoubted ? steadyNow : trueNow;
  }

  /** The present instant as if the clock had not jumped, epoch ms. */
  steadyNow(): number {
    return this.#measure().steadyNow;
  }

  /** Records a response that a code can still be paid. If the clock has jumped, it is not trusted from now on. */
  noteWaiting(): void {
    const { trueNow, steadyNow } = this.#measure();
    this.#isDoubted = trueNow !== steadyNow;
  }

  /**
   * Records that the service or the shop has just told the time. The device's clock, corrected by it, is trusted from here on: a page may
   * have slept for days with a boleto that waits.
   */
  noteTold(): void {
    this.#anchor = undefined;
    this.#isDoubted = false;
    this.#measure();
  }

  /** Reads the true time and the steady time. Sets the anchor at the first call, and after each new correction. */
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
