/** Whether a page says what a busy machine alone makes it say: that IndexedDB is slow, as its first use may be there. */
export const isOfBusyMachine = (text) => text.includes('IndexedDB');

/**
 * Listens to events of a page. Once this has resolved, none is missed: only then do what causes one.
 *
 * @param {import('playwright-core').Page} page
 * @param {readonly string[]} names Names of events that reach the document.
 * @returns {Promise<() => Promise<{ name: string, status?: string, code?: string }>>} Waits for the first of them: its name, and its outcome, if it has one.
 */
export async function listenFor(page, names) {
  const heard = await page.evaluateHandle((types) => {
    const event = new Promise((resolve) => {
      for (const name of types) {
        const tell = (/** @type {CustomEventInit} */ { detail }) => resolve({ name, status: detail?.status, code: detail?.error?.code });
        document.addEventListener(name, tell, { once: true });
      }
    });
    // In an object: a promise itself would be waited for here.
    return { event };
  }, names);
  return () => heard.evaluate(({ event }) => event);
}
