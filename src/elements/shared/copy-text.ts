import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { findFocus } from '../../controllers/page/find-focus.js';

/**
 * Returns true if a page can copy a text that does not exist yet at the press. Browsers allow a copy only during a press or shortly after it,
 * so without this a text that is loaded first needs a second press.
 */
export function canCopyLater({ defaultView }: Document): boolean {
  return defaultView !== null && 'ClipboardItem' in defaultView && 'write' in (defaultView.navigator.clipboard ?? {});
}

/**
 * Copies a text once it is known; nothing if it is `undefined`. Call this during the press, if `canCopyLater`. Returns the text that was
 * copied; `undefined` if the clipboard refuses. Never rejects.
 */
export async function copyLater(text: Promise<string | undefined>, page: Document): Promise<string | undefined> {
  const { ClipboardItem, navigator } = page.defaultView ?? window;
  const content = text.then((known) => {
    if (known === undefined) throw new Error('There is nothing to copy.');
    return new Blob([known], { type: 'text/plain' });
  });
  // A clipboard that throws has not waited for it.
  content.catch(() => undefined);
  try {
    // Both are waited for: a clipboard that refuses at once leaves the text alone.
    await Promise.all([content, navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })])]);
    return await text;
  } catch {
    return undefined;
  }
}

/** The time limit of the clipboard, ms. In some web views it never responds. */
const CLIPBOARD_LIMIT_MS = 1000;

/**
 * Copies a text to the clipboard of a page. If the clipboard refuses or does not respond, `select` selects the text on the page, with the
 * focus if that is needed, and `execCommand` copies the selection. Returns whether the text was copied: a policy or the person may refuse both, and
 * the text stays selected. Never rejects.
 */
export async function copyText(text: string, page: Document, select: () => void): Promise<boolean> {
  try {
    const { navigator } = page.defaultView ?? window;
    await withTimeLimit(navigator.clipboard.writeText(text), systemClock, CLIPBOARD_LIMIT_MS);
    return true;
  } catch {
    // The command copies the selection. If it worked, the focus returns to the element that had it.
    const before = findFocus(page);
    select();
    const isCopied = page.execCommand('copy');
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}
