import type { LitElement, ReactiveController } from 'lit';
import { afterPaint } from '../../controllers/page/after-paint.js';
import { loadPart } from '../../controllers/page/part-loader.js';
import type * as lateCode from '../late.js';

/** The code that comes after the first field. */
export type LateCode = typeof lateCode;

/** Loads the code that comes after the first field, for all elements. Rejects with a `CheckoutError`; the next call asks for it again. */
export function loadLateCode(): Promise<LateCode> {
  return loadPart(() => import('../late.js'));
}

/** The late half of an element: made once, when its code has come after the first paint. Until then, and where it never comes, the element is its shell. */
export class LateElement<Late> implements ReactiveController {
  /** The late half; `undefined` until its code has come. */
  made: Late | undefined;
  /** The elements that had the focus until then. */
  readonly focused: (EventTarget | null)[] = [];
  readonly #host: LitElement;
  readonly #make: (code: LateCode) => Late;
  readonly #begin: (late: Late) => void;

  /** `begin` is called with the late half once the element has it. */
  constructor(host: LitElement, make: (code: LateCode) => Late, begin: (late: Late) => void = () => undefined) {
    this.#host = host;
    this.#make = make;
    this.#begin = begin;
    host.addController(this);
  }

  /** Loads the late half. Rejects with a `CheckoutError`; the next call asks for it again. */
  async load(): Promise<Late> {
    const code = await loadLateCode();
    if (!this.made) {
      this.made = this.#make(code);
      this.#begin(this.made);
      this.#host.requestUpdate();
    }
    return this.made;
  }

  hostConnected(): void {
    // Where it does not load, paying reports it.
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Records the elements that get the focus before the late half can dispatch their events. */
  readonly recordFocus = ({ target }: Event): void => {
    if (!this.made) this.focused.push(target);
  };
}
