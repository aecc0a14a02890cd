/**
 * Resolves once something outside of a test's hand has happened. It waits by no timer, which a test may have taken over.
 *
 * @param {() => boolean | Promise<boolean>} isSo
 */
export async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
