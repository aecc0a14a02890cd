/** Whether the clipboard took the text. It refuses where a policy or the person says no, and where the call does not come from a click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
