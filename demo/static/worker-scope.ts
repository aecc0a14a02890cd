/** The event of a page's request, to which the worker may respond. */
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

/** An event that can keep the worker alive. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of a service worker's scope that this worker uses. TypeScript has the full type only for programs without a DOM. */
export interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
