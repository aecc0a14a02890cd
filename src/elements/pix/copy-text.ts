/** Copies a text. Returns whether the clipboard accepted it: a policy or the person may refuse, and so it does outside of a click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
