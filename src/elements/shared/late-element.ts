import type { LitElement, ReactiveController } from 'lit';
import { afterPaint } from '../../controllers/page/after-paint.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import type * as lateCode from '../late.js';

/** The code that is lazy-loaded for all elements, after the first paint. */
export type LateCode = typeof lateCode;

/**
 * Loads the lazy-loaded code of all elements. Rejects with a `CheckoutError` if it cannot be loaded; a later call tries again. All elements wait
 * for one promise, because a browser gives each `import()` a task of its own: the elements would get their parts in several frames, each with its own layout.
 */
export const loadLateCode: () => Promise<LateCode> = createPartLoader(() => import('../late.js'));

/**
 * The lazy-loaded part of an element. Its code is loaded after the first paint, and the part is created once. Until then the element works
 * without it: it renders its first field, and this controller records which of its controls get the focus.
 */
export class LateElement<Late> implements ReactiveController {
  /** The lazy-loaded part; `undefined` until its code is loaded. */
  loaded: Late | undefined;
  /** The controls that got the focus before the part was loaded, in turn. The part sends their focus events later. */
  readonly earlierFocus: (EventTarget | null)[] = [];
  readonly #host: LitElement;
  readonly #create: (code: LateCode) => Late;
  readonly #onLoaded: (late: Late) => void;

  /** `create` creates the part from its code. `onLoaded` is called with the part once `loaded` is set. */
  constructor(host: LitElement, create: (code: LateCode) => Late, onLoaded: (late: Late) => void = () => undefined) {
    this.#host = host;
    this.#create = create;
    this.#onLoaded = onLoaded;
    host.addController(this);
  }

  /** Loads the part, unless it is loaded. Rejects with a `CheckoutError` if its code cannot be loaded; a later call tries again. */
  async load(): Promise<Late> {
    // The browser resolves even an `import()` of a loaded module in a later task.
    if (this.loaded) return this.loaded;
    const code = await loadLateCode();
    if (!this.loaded) {
      this.loaded = this.#create(code);
      this.#onLoaded(this.loaded);
      this.#host.requestUpdate();
    }
    return this.loaded;
  }

  hostConnected(): void {
    // If it does not load, the payment reports the error.
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Records the control that got the focus, until the part is loaded and sends the events itself. For `focusin` of the host's form. */
  readonly recordFocus = ({ target }: Event): void => {
    if (!this.loaded) this.earlierFocus.push(target);
  };
}
