import { announce } from './announcer.js';

const NOTICE_MS = 2000;

/** Makes a button copy the present text and show whether the clipboard accepted it. */
export function wireCopyButton(button: HTMLButtonElement, readText: () => string): void {
  const label = button.textContent;
  let restore: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', () => {
    void copyText(readText()).then((isCopied) => {
      const notice = isCopied ? 'Copiado' : 'O navegador não deixou copiar';
      button.textContent = notice;
      announce(notice);
      clearTimeout(restore);
      restore = setTimeout(() => (button.textContent = label), NOTICE_MS);
    });
  });
}

/** Returns whether the clipboard accepted a text. It refuses outside a secure context, and if the person has denied the permission. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
