/** Whether the shopper can see the page, and whether the page can reach the network. */
export interface PageActivity {
  /** Whether the device reports a network. */
  readonly online: boolean;
  /** Whether the page is shown. */
  readonly visible: boolean;
  /** Calls `listener` when either may have changed, and when the page returns from the browser's cache. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The activity of this page. Without a page (Node) it is always visible and online. */
export function browserPageActivity(): PageActivity {
  const { document, navigator } = globalThis;
  return {
    get online() {
      return navigator?.onLine ?? true;
    },
    get visible() {
      return document?.visibilityState !== 'hidden';
    },
    subscribe(listener) {
      const stop = new AbortController();
      const listen = (target: EventTarget | undefined, ...types: string[]): void => {
        for (const type of types) target?.addEventListener?.(type, listener, { signal: stop.signal });
      };
      listen(document, 'visibilitychange');
      listen(globalThis, 'pageshow', 'online', 'offline');
      return () => stop.abort();
    },
  };
}
