import { html, type TemplateResult } from 'lit';
import { systemClock } from '../../../client/system-clock.js';
import type { TextKey } from '../../../i18n/pt-br-whole.js';
import { copyText } from '../copy-text.js';
import type { Place } from '../outcome/outcome-panel.js';

/** How long it is said that something was copied, ms. */
const SAID_MS = 3000;

/** What the last copying came to, by the element that it was done in. */
const copies = new WeakMap<HTMLElement, { text: string; note: Extract<TextKey, 'identifierCopied' | 'identifierNotCopied'> }>();

/** Renders a button that copies an identifier, and beside it what that came to: heard in words, seen by its drawing. */
export function renderCopyButton({ host, localize }: Place, text: string): TemplateResult {
  const copy = copies.get(host);
  const note = copy?.text === text ? copy.note : undefined;
  const isCopied = note === 'identifierCopied';
  return html`<button
      part="copy-identifier-button"
      class="copy ${isCopied ? 'copied' : ''}"
      type="button"
      aria-label=${localize.text('identifierCopy')}
      title=${localize.text('identifierCopy')}
      @click=${({ currentTarget }: Event) => void copyIdentifier(host, text, currentTarget)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d=${isCopied ? 'm6 12.5 4 4 8-9' : 'M9 9h9.5v9.5H9zM15 9V5.5H5.5V15H9'} />
      </svg></button
    ><span class=${note === 'identifierNotCopied' ? 'uncopied' : 'spoken'} role="status">${note ? localize.text(note) : ''}</span>`;
}

/** Copies an identifier; where the browser refuses, selects it for the shopper to copy. */
async function copyIdentifier(host: Place['host'], text: string, button: EventTarget | null): Promise<void> {
  const place = button instanceof Element ? button.previousElementSibling : null;
  const isCopied = await copyText(text, () => void (place && getSelection()?.selectAllChildren(place)));
  const copy = { text, note: isCopied ? 'identifierCopied' : 'identifierNotCopied' } as const;
  copies.set(host, copy);
  host.requestUpdate();
  systemClock.schedule(() => {
    if (copies.get(host) === copy) copies.delete(host);
    host.requestUpdate();
  }, SAID_MS);
}
