/** Asks the shopper before the page is left while `isBusy()`. Returns a function that stops the asking. */
export function warnBeforeLeaving(isBusy: () => boolean): () => void {
  const handle = (event: BeforeUnloadEvent): void => {
    if (!isBusy()) return;
    event.preventDefault();
    // Chrome before 119 asks only where returnValue is set.
    event.returnValue = true;
  };
  addEventListener('beforeunload', handle);
  return () => removeEventListener('beforeunload', handle);
}
