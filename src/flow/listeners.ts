/** The listeners of one kind of news. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  /** Calls `listener` with all news from now on. Returns a function that unsubscribes. */
  subscribe(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls every listener. An error of one stops neither the others nor the caller, and still shows in the console. */
  emit(news: News): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(news);
      } catch (error) {
        void Promise.reject(error);
      }
    }
  }
}
