import type { LitElement, ReactiveController } from 'lit';
import { systemClock } from '../../../client/system-clock.js';
import { createPartLoader } from '../../../controllers/page/part-loader.js';
import { isDrawnByOwn } from '../own-element.js';

const loadCheck = createPartLoader(() => import('./ignored-content.js'));

/** The delay of a check after the first change of the content, ms. A framework may fill an element step by step. */
const SETTLE_MS = 1000;

/**
 * Warns in the console about content of the shop that the element ignores, and explains how to correct it. Each kind is named once. The
 * code of the check is loaded only if there is content.
 */
export class ContentWatch implements ReactiveController {
  readonly #host: LitElement;
  readonly #warned = new Set<string>();
  readonly #content = new MutationObserver(() => this.#schedule());
  #cancel: (() => void) | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // The shadow root of another Balcão element has rendered this element and its content: there is nothing to warn the shop about.
    if (isDrawnByOwn(this.#host)) return;
    this.#content.observe(this.#host, { childList: true, subtree: true, attributeFilter: ['slot'] });
    this.#schedule();
  }

  hostDisconnected(): void {
    this.#content.disconnect();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    this.#cancel ??= systemClock.schedule(() => {
      this.#cancel = undefined;
      // While the page is loading, content of the page cannot be distinguished from content of the element.
      if (document.readyState === 'loading') this.#schedule();
      else if (hasContent(this.#host)) this.#warn().catch(() => undefined);
    }, SETTLE_MS);
  }

  async #warn(): Promise<void> {
    const { listIgnored } = await loadCheck();
    for (const { subject, message } of listIgnored(this.#host)) {
      if (!this.#warned.has(subject)) console.warn(`Balcão: <${this.#host.localName}> ${message}`);
      this.#warned.add(subject);
    }
  }
}

/** Returns true if an element has any content but one script with its settings and the frame of its card fields, which it adds itself. */
function hasContent(host: Element): boolean {
  const [node, another] = [...host.childNodes].filter((each) =>
    each instanceof Element ? each.slot !== 'card-frame' : each instanceof Text && each.data.trim(),
  );
  return another !== undefined || (node !== undefined && !(node instanceof HTMLScriptElement && node.type === 'application/json'));
}
