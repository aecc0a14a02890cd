/** In pages that ask for it, has the elements of the tests come from `dist/balcao.min.js`, not from the sources. */

declare global {
  interface Window {
    /** What the classic script calls the function that sets time limits, where it has the elements of the tests. */
    balcaoClassic?: string;
  }
}

/** The name of the classic script's function that sets time limits. A tab of the model asks the page around it. */
export function findClassicTimeLimit(): string | undefined {
  return window.balcaoClassic ?? window.parent.balcaoClassic;
}

/** Whether the elements of the tests come from the classic script; pages that a test opens have it, then, in the place of the module. */
export function isClassic(): boolean {
  return findClassicTimeLimit() !== undefined;
}

/** Loads the classic script where the elements are to come from it: before the sources, which then register none. */
export async function loadClassicScript(): Promise<void> {
  if (!isClassic()) return;
  if (customElements.get('balcao-checkout')) throw new Error('The elements come from the sources.');
  const script = document.createElement('script');
  script.src = '/dist/balcao.min.js';
  const loading = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
  document.head.append(script);
  await loading;
  if (!customElements.get('balcao-checkout')) throw new Error('The classic script registers no elements.');
}
