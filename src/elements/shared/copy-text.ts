import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { findFocus } from './find-focus.js';

/** How long the clipboard is waited for, ms: in some web views it never says anything. */
const CLIPBOARD_LIMIT_MS = 1000;

/**
 * Copies a text, by the older way where the clipboard refuses or stays silent: `select` then selects it, with the focus where that is needed.
 * Returns whether it was copied: a policy or the person may refuse both, and then it stays selected. Never rejects.
 */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  try {
    await withTimeLimit(navigator.clipboard.writeText(text), systemClock, CLIPBOARD_LIMIT_MS);
    return true;
  } catch {
    return copySelected(select);
  }
}

/** Copies by a command of the browser, which takes what is selected. The focus goes back where it worked. */
function copySelected(select: () => void): boolean {
  const before = findFocus();
  select();
  const isCopied = document.execCommand('copy');
  if (isCopied && before instanceof HTMLElement) before.focus();
  return isCopied;
}
