/** Keeps something running as long as anybody uses it. */
export class UseCount {
  readonly #start: () => () => void;
  #count = 0;
  #stop: (() => void) | undefined;

  /** `start` begins what is to run, and answers its end. */
  constructor(start: () => () => void) {
    this.#start = start;
  }

  /** Whether it runs. */
  get isUsed(): boolean {
    return this.#stop !== undefined;
  }

  /** One user more; the first one starts it. */
  acquire(): void {
    this.#count += 1;
    this.#stop ??= this.#start();
  }

  /** One user less; the last one ends it, in a later turn: an element that is moved in its document leaves and comes back at once. */
  release(): void {
    this.#count -= 1;
    void Promise.resolve().then(() => {
      if (this.#count > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }
}
