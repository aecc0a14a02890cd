import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** How long the clipboard is waited for, ms: in some web views it never says anything. */
const CLIPBOARD_LIMIT_MS = 1000;

/**
 * Copies a field's text, by the older way where the clipboard refuses or stays silent. Returns whether it was copied: a policy or the
 * person may refuse both. Where it was not, the field has the focus and all of its text is selected.
 */
export async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await withTimeLimit(navigator.clipboard.writeText(field.value), systemClock, CLIPBOARD_LIMIT_MS);
    return true;
  } catch {
    return copySelected(field);
  }
}

/** Copies by a command of the browser, which takes what is selected. The focus goes back where it worked. */
function copySelected(field: HTMLTextAreaElement): boolean {
  const root = field.getRootNode();
  const before = root instanceof ShadowRoot ? root.activeElement : null;
  field.focus();
  field.select();
  const isCopied = document.execCommand('copy');
  if (isCopied && before instanceof HTMLElement) before.focus();
  return isCopied;
}
