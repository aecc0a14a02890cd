import type { Clock } from '../../domain/clock.js';

/** A clock that goes ahead of another, or behind it. Waits last as long as they do by the other. */
export class ShiftedClock implements Clock {
  readonly #base: Clock;
  readonly #shift: { aheadMs: number };

  /** `shift.aheadMs` is read anew each time; below zero it is behind. */
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
