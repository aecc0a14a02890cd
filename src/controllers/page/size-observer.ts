/**
 * Creates an observer for sizes of elements in the document of `host`. An observer of another window reports too late, and the browser
 * then reports an error to the page.
 */
export function createSizeObserver({ ownerDocument }: Element, report: ResizeObserverCallback): ResizeObserver {
  return new (ownerDocument.defaultView ?? window).ResizeObserver(report);
}
