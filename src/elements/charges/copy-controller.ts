import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { copyLater, copyText } from '../shared/copy-text.js';

/** The result of a copy. */
export type CopyResult = 'copied' | 'refused';

/** Copies the code of an element, and keeps the result for the element to show. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #last: { text: string; result: CopyResult } | undefined;
  #isRunning = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Finds the result for a code; `undefined` if the code was not the last one that was copied. */
  find(text: string): CopyResult | undefined {
    return this.#last?.text === text ? this.#last.result : undefined;
  }

  /** Copies the text of a field, or the same text without its groups. Does nothing while another copy runs. */
  async copy(field: HTMLTextAreaElement, text = field.value): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.forget();
    const isCopied = await copyText(text, field.ownerDocument, () => {
      field.focus();
      field.select();
    });
    this.#isRunning = false;
    this.#show(text, isCopied ? 'copied' : 'refused');
  }

  /** Copies a text of a page once it is known. Shows nothing if that fails: the shopper has not pressed the button for copying yet. */
  async copyLater(text: Promise<string | undefined>, page: Document): Promise<void> {
    const copied = await copyLater(text, page);
    if (copied !== undefined) this.#show(copied, 'copied');
  }

  /** Clears the result of the last copy. */
  forget(): void {
    this.#last = undefined;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.forget();
  }

  #show(text: string, result: CopyResult): void {
    this.#last = { text, result };
    this.#host.requestUpdate();
  }
}
