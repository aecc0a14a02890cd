/** The listeners of one kind of news. */
export class Listeners<News> {
  readonly #first = new Set<(news: News) => void>();
  readonly #others = new Set<(news: News) => void>();

  /** Calls `listener` with all news from now on, `isFirst` before those that are not. Returns a function that unsubscribes. */
  subscribe(listener: (news: News) => void, isFirst = false): () => void {
    const listeners = isFirst ? this.#first : this.#others;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Calls every listener. An error of one stops neither the others nor the caller, and still shows in the console. */
  emit(news: News): void {
    for (const listener of [...this.#first, ...this.#others]) {
      try {
        listener(news);
      } catch (error) {
        void Promise.reject(error);
      }
    }
  }
}
