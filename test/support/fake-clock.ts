import type { Clock } from '../../src/domain/clock.js';

interface Timer {
  readonly callback: () => void;
  dueAt: number;
}

/** Gives promises that are ready a turn, so that code which waits on them runs before time moves on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** A clock that a test moves by hand. Timers run in the order of their instants, ties in the order they were set. */
export class FakeClock implements Clock {
  #now: number;
  #elapsedMs = 0;
  readonly #timers = new Set<Timer>();

  /** Starts at `startAt`, epoch ms. */
  constructor(startAt = 1_700_000_000_000) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    const timer: Timer = { callback, dueAt: this.#now + Math.max(0, delayMs) };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers are waiting: 0 after everything was cleaned up. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer, or `undefined` when none waits. */
  get nextDelayMs(): number | undefined {
    const next = this.#next(Infinity);
    return next === undefined ? undefined : next.dueAt - this.#now;
  }

  /**
   * Sets the time without running a timer, as a device does whose clock is put right. Ahead it is also what a sleep looks like, after which
   * timers are overdue; back, timers come no later for it.
   */
  jump(ms: number): void {
    this.#now += ms;
    if (ms < 0) for (const timer of this.#timers) timer.dueAt += ms;
  }

  /** Moves time by `ms` and runs what falls due, synchronously. */
  tick(ms: number): void {
    const end = this.#now + ms;
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) this.#run(timer);
    this.#pass(end);
  }

  /** Moves time by `ms` and runs what falls due, letting promises settle before, between and after. */
  async advance(ms: number): Promise<void> {
    await settle();
    const end = this.#now + ms;
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#run(timer);
      await settle();
    }
    this.#pass(end);
    await settle();
  }

  #pass(until: number): void {
    this.#elapsedMs += until - this.#now;
    this.#now = until;
  }

  #next(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueAt <= until && (next === undefined || timer.dueAt < next.dueAt)) next = timer;
    }
    return next;
  }

  #run(timer: Timer): void {
    this.#timers.delete(timer);
    this.#pass(Math.max(this.#now, timer.dueAt));
    timer.callback();
  }
}
