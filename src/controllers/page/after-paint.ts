let painted: Promise<void> | undefined;

/**
 * Settles once the page has painted what stands in it when it is parsed: what a first field does not need must not hold it up. A page in
 * the background paints nothing, and nobody waits for it there.
 */
export function afterPaint(): Promise<void> {
  return (painted ??= new Promise((resolve) => {
    // A task after the frame: the frame's own callbacks come before its paint.
    const wait = (): void => {
      if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(resolve));
      else setTimeout(resolve);
    };
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', wait, { once: true });
    else wait();
  }));
}
