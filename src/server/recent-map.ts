/** A map of the newest entries, in the memory of this process. If it has too many, the oldest is removed. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #maxCount: number;

  constructor(maxCount: number) {
    this.#maxCount = maxCount;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest = ''] = this.#entries.keys();
    if (this.#entries.size > this.#maxCount) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
