/** Asks before the page is left while `isBusy` says so. The answer stops asking. */
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
