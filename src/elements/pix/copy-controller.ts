import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { copyText } from '../shared/copy-text.js';

/** The time for which a successful copy is shown, ms. */
const COPIED_MS = 3000;

/** The result of a copy. */
export type CopyResult = 'copied' | 'refused';

/** Copies the code of an element, and keeps the result for the element to show. A success is shown for a while. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #last: { text: string; result: CopyResult } | undefined;
  #isRunning = false;
  #cancel: (() => void) | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Finds the result for a code; `undefined` if the code was not the last one that was copied. */
  find(text: string): CopyResult | undefined {
    return this.#last?.text === text ? this.#last.result : undefined;
  }

  /** Copies the text of a field. Does nothing while another copy runs. */
  async copy(field: HTMLTextAreaElement): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.forget();
    const text = field.value;
    const isCopied = await copyText(text, field.ownerDocument, () => {
      field.focus();
      field.select();
    });
    this.#isRunning = false;
    this.#last = { text, result: isCopied ? 'copied' : 'refused' };
    if (isCopied) this.#cancel = systemClock.schedule(() => this.forget(), COPIED_MS);
    this.#host.requestUpdate();
  }

  /** Clears the result of the last copy. */
  forget(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#last = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.forget();
  }
}
