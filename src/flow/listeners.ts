/** The listeners of one kind of event. `Detail` is what an event carries. */
export class Listeners<Detail> {
  readonly #first = new Set<(detail: Detail) => void>();
  readonly #others = new Set<(detail: Detail) => void>();

  /** Calls `listener` for each later event. Listeners with `isFirst` are called before all others. Returns a function that unsubscribes. */
  subscribe(listener: (detail: Detail) => void, isFirst = false): () => void {
    const listeners = isFirst ? this.#first : this.#others;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Calls every listener. An error in one listener stops neither the other listeners nor the caller. */
  emit(detail: Detail): void {
    for (const listener of [...this.#first, ...this.#others]) {
      try {
        listener(detail);
      } catch (error) {
        // The unhandled rejection shows the error in the console.
        void Promise.reject(error);
      }
    }
  }
}
