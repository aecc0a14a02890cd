import type { MethodName } from '../../controllers/settings/settings.js';
import { wantElement } from '../shared/define-element.js';

/** The methods whose element is in the page, with what was typed into it: each is drawn, and its code asked for, when it is first needed. */
export class DrawnMethods {
  readonly #methods = new Set<MethodName>();
  readonly #missing = new Set<MethodName>();
  readonly #changed: () => void;

  /** `changed` is called when a method turns out to be missing, or is there after all. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  has(method: MethodName): boolean {
    return this.#methods.has(method);
  }

  /** Whether a method's code could not be loaded. */
  isMissing(method: MethodName): boolean {
    return this.#missing.has(method);
  }

  add(method: MethodName): void {
    if (this.has(method)) return;
    this.#methods.add(method);
    this.#want(method);
  }

  /** Asks again for a method that is missing. */
  retry(method: MethodName): void {
    if (this.isMissing(method)) this.#want(method);
  }

  /** Settles when a method's code is there, or could not be loaded. */
  async find(method: MethodName): Promise<void> {
    await wantElement(`balcao-${method}`).catch(() => undefined);
  }

  #want(method: MethodName): void {
    wantElement(`balcao-${method}`).then(
      () => this.#missing.delete(method) && this.#changed(),
      () => {
        this.#missing.add(method);
        this.#changed();
      },
    );
  }
}
