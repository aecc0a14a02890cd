/**
 * Whether a message of the console says that something is wrong with a page. On a busy machine the first use of IndexedDB may be slow, and the
 * page says so: that is nothing wrong.
 *
 * @param {import('playwright-core').ConsoleMessage} message
 */
export function isComplaint(message) {
  return ['error', 'warning'].includes(message.type()) && !message.text().includes('IndexedDB is missing, blocked or slow');
}

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
