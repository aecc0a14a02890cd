/** Whether anybody is there to see an answer, and whether one can come. */
export interface PageActivity {
  /** Whether the device says that it has a network. */
  readonly online: boolean;
  /** Whether the page is shown. */
  readonly visible: boolean;
  /** Calls `listener` whenever either may have changed, and when a page comes back from the browser's cache. Answers the undoing. */
  subscribe(listener: () => void): () => void;
}

/** The page's own activity. Where there is no page (Node) it is always visible and online. */
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
