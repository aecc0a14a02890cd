/** Keeps something running while it has users. */
export class UseCount {
  readonly #start: () => () => void;
  #count = 0;
  #stop: (() => void) | undefined;

  /** `start` starts what is to run, and returns a function that stops it. */
  constructor(start: () => () => void) {
    this.#start = start;
  }

  /** Whether it runs. */
  get isUsed(): boolean {
    return this.#stop !== undefined;
  }

  /** Adds a user; the first one starts it. */
  acquire(): void {
    this.#count += 1;
    this.#stop ??= this.#start();
  }

  /** Removes a user; the last one stops it, in a later task: an element that is moved in its document leaves and returns at once. */
  release(): void {
    this.#count -= 1;
    void Promise.resolve().then(() => {
      if (this.#count > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }
}
