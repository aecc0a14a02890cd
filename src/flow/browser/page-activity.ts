/** The state of a page: shown or hidden, online or offline. */
export interface PageActivity {
  /** True if the browser reports a network connection. */
  readonly online: boolean;
  /** True if the page is shown. */
  readonly visible: boolean;
  /**
   * Calls `listener` when `online` or `visible` may have changed, when the page gets the focus, and when the browser restores the page from
   * its back/forward cache. Returns a function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
}

/** Creates the live state of this page: both values are read from the browser at each access. */
export function createPageActivity(): PageActivity {
  return {
    get online() {
      return navigator.onLine;
    },
    get visible() {
      return document.visibilityState !== 'hidden';
    },
    subscribe(listener) {
      const stop = new AbortController();
      const { signal } = stop;
      document.addEventListener('visibilitychange', listener, { signal });
      for (const type of ['pageshow', 'focus', 'online', 'offline']) addEventListener(type, listener, { signal });
      return () => stop.abort();
    },
  };
}
