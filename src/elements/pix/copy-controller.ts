import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { copyText } from '../shared/copy-text.js';

/** How long it is said that the code was copied, ms. */
const COPIED_MS = 3000;

/** What the last copying came to. */
export type CopyResult = 'copied' | 'refused';

/** Copies the code of an element, and says for a while what that came to. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #last: { text: string; result: CopyResult } | undefined;
  #isRunning = false;
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What is to be said of a code; `undefined` where it is another one than was copied last. */
  find(text: string): CopyResult | undefined {
    return this.#last?.text === text ? this.#last.result : undefined;
  }

  /** Copies the text of a field. Nothing while one copying is under way: what it comes to would be said of the other. */
  async copy(field: HTMLTextAreaElement): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.forget();
    const text = field.value;
    const isCopied = await copyText(text, () => {
      field.focus();
      field.select();
    });
    this.#isRunning = false;
    this.#last = { text, result: isCopied ? 'copied' : 'refused' };
    if (isCopied) this.#cancel = systemClock.schedule(() => this.forget(), COPIED_MS);
    this.#host.requestUpdate();
  }

  /** Says nothing more of the last copying. */
  forget(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#last = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#last = undefined;
  }
}
