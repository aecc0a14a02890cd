/** Who is told of something. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  /** Calls `listener` with all news from now on. Answers the undoing. */
  add(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells everybody. A listener's mistake stops neither the others nor the caller; it is still to be seen in the console. */
  tell(news: News): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(news);
      } catch (error) {
        void Promise.reject(error);
      }
    }
  }
}
