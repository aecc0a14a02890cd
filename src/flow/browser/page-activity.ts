/** The state of a page: shown or hidden, online or offline. */
export interface PageActivity {
  /** True if the device reports a network. */
  readonly online: boolean;
  /** True if the page is shown. */
  readonly visible: boolean;
  /** Calls `listener` when either may have changed, when the page gets the focus, and when it returns from the browser's cache. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The activity of this page. */
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
