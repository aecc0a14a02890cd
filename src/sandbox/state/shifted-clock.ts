import type { Clock } from '../../domain/clock.js';

/** A clock that is ahead of another, or behind it. Delays last as long as by the other. */
export class ShiftedClock implements Clock {
  readonly #base: Clock;
  readonly #shift: { aheadMs: number };

  /** `shift.aheadMs` is read at each use; negative means behind. */
  constructor(base: Clock, shift: { aheadMs: number }) {
    this.#base = base;
    this.#shift = shift;
  }

  now(): number {
    return this.#base.now() + this.#shift.aheadMs;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    return this.#base.schedule(callback, delayMs);
  }
}
