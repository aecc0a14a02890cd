/** A request of a page that the worker may answer. */
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  /** Keeps the worker awake until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

/** An event that keeps the worker awake. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The scope of a service worker as far as this one uses it: TypeScript knows it only in programs without a DOM. */
export interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
