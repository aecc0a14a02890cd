import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { findFocus } from './find-focus.js';

/** The time limit for the clipboard, ms: in some web views it never responds. */
const CLIPBOARD_LIMIT_MS = 1000;

/**
 * Copies a text, in the older way where the clipboard refuses or does not respond: `select` then selects it, with the focus where that is needed.
 * Returns whether it was copied: a policy or the person may refuse both, and then it stays selected. Never rejects.
 */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  try {
    await withTimeLimit(navigator.clipboard.writeText(text), systemClock, CLIPBOARD_LIMIT_MS);
    return true;
  } catch {
    // A command of the browser copies what is selected. The focus goes back where that worked.
    const before = findFocus();
    select();
    const isCopied = document.execCommand('copy');
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}
