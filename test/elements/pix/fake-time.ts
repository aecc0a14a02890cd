import { FakeClock } from '../../support/fake-clock.js';

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval.bind(globalThis),
  now: Date.now,
  elapsed: performance.now.bind(performance),
};

/** How often the page's time catches up with real time. */
const FLOW_MS = 20;

/**
 * The page's time, moved by hand. It flows as real time does, too, so that what waits for the network or the disk is given up where it
 * would be.
 */
export class FakeTime extends FakeClock {
  readonly #cancels = new Map<number, () => void>();
  readonly #flow: ReturnType<typeof setInterval>;
  #lastId = 1_000_000;

  /** Replaces the page's timers and clock; `offsetMs` is how wrong the device's clock is. */
  constructor(offsetMs = 0) {
    super(real.now() + offsetMs);
    const setFake = (callback: () => void, delayMs = 0): number => {
      const id = ++this.#lastId;
      this.#cancels.set(id, this.schedule(callback, delayMs));
      return id;
    };
    const clearFake = (id: number): void => this.#cancels.get(id)?.();
    Object.assign(globalThis, { setTimeout: setFake, clearTimeout: clearFake });
    Date.now = () => this.now();
    performance.now = () => this.elapsed();
    this.#flow = real.setInterval(() => this.tick(FLOW_MS), FLOW_MS);
  }

  /** Gives the page its own time back. */
  restore(): void {
    clearInterval(this.#flow);
    Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
    Date.now = real.now;
    performance.now = real.elapsed;
  }
}
