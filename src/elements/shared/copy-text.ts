import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { findFocus } from '../../controllers/page/find-focus.js';

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
