/**
 * Listens to events of a page. Once this has resolved, none is missed: only then do what causes one.
 *
 * @param {import('playwright-core').Page} page
 * @param {readonly string[]} names Names of events that reach the document.
 * @returns {Promise<() => Promise<{ status?: string, code?: string }>>} Waits for the first of them: its outcome, if it has one.
 */
export async function listenFor(page, names) {
  const heard = await page.evaluateHandle((types) => {
    const event = new Promise((resolve) => {
      for (const type of types) {
        const tell = ({ detail }) => resolve({ status: detail?.status, code: detail?.error?.code });
        document.addEventListener(type, tell, { once: true });
      }
    });
    // In an object: a promise itself would be waited for here.
    return { event };
  }, names);
  return () => heard.evaluate(({ event }) => event);
}

/** Listens to the end of a card payment, as `listenFor` does. */
export function listenForOutcome(page) {
  return listenFor(page, ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed']);
}
