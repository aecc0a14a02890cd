import { Listeners } from '../../flow/listeners.js';

/** What tells links apart. */
interface PageFrame {
  /** The address of the frame. */
  readonly frameUrl: string;
  /** The first word of the frame, once it has come. */
  readonly hello: object | undefined;
}

/** The links of a page to frames of card fields. */
export class PageFrames<Link extends PageFrame> {
  readonly #links = new Set<Link>();
  readonly #changes = new Listeners<void>();
  /** The last call of each link: a frame takes one at a time. */
  readonly #calls = new WeakMap<Link, Promise<unknown>>();

  add(link: Link): void {
    this.#links.add(link);
    this.#changes.emit();
  }

  remove(link: Link): void {
    this.#links.delete(link);
    this.#changes.emit();
  }

  /** A link to the frame of this address: one whose frame has said `hello` where there is one. */
  find(frameUrl: string): Link | undefined {
    const links = [...this.#links].filter((link) => link.frameUrl === frameUrl);
    return links.find(({ hello }) => hello) ?? links[0];
  }

  /** Calls `listener` whenever a link is added or removed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Does work in a frame once what was begun there before is done. */
  queue<T>(link: Link, work: () => Promise<T>): Promise<T> {
    const run = (this.#calls.get(link) ?? Promise.resolve()).then(work);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    this.#calls.set(link, settled);
    return run;
  }
}
