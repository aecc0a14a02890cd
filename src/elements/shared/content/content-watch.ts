import type { LitElement, ReactiveController } from 'lit';
import { systemClock } from '../../../client/system-clock.js';
import { isDrawnByOwn } from '../own-element.js';
import { listIgnored } from './ignored-content.js';

/** How long what was put into an element may still change, ms: a framework may fill it by and by. */
const SETTLE_MS = 1000;

/** Names in the console what an element ignores of what the shop has put into it, each thing once, with how to mend it. */
export class ContentWatch implements ReactiveController {
  readonly #host: LitElement;
  readonly #said = new Set<string>();
  readonly #content = new MutationObserver(() => this.#plan());
  #cancel: (() => void) | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // What one element of ours puts into another is right.
    if (isDrawnByOwn(this.#host)) return;
    this.#content.observe(this.#host, { childList: true, subtree: true, attributeFilter: ['slot'] });
    this.#plan();
  }

  hostDisconnected(): void {
    this.#content.disconnect();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #plan(): void {
    this.#cancel ??= systemClock.schedule(() => {
      this.#cancel = undefined;
      // A page that is still coming ends with what tells its own content from the element's.
      if (document.readyState === 'loading') this.#plan();
      else this.#say();
    }, SETTLE_MS);
  }

  #say(): void {
    for (const { subject, message } of listIgnored(this.#host)) {
      if (!this.#said.has(subject)) console.warn(`Balcão: <${this.#host.localName}> ${message}`);
      this.#said.add(subject);
    }
  }
}
