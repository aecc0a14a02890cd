import { systemClock } from '../../client/system-clock.js';

/** The delay before an element is loaded that the page does not have yet, ms, counted from the load of the late code. */
const PRELOAD_DELAY_MS = 2000;

/** Waits for a delay, or with `false`, since few pages have the element, until the document has one. */
export async function waitForElement(tag: string, eagerSelector: string | false | undefined): Promise<void> {
  if (eagerSelector !== false) return new Promise((resolve) => void systemClock.schedule(resolve, PRELOAD_DELAY_MS));
  const found = document.getElementsByTagName(tag);
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (found.length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}
