/** Names of the parts of outcomes, which come with them. */
const LATE_PARTS =
  'check-button,outcome-icon,outcome-title,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

/** What the names of an element's own parts end with. Where the page has written others, they stay as they are. */
const END = ',outcome,outcome-text';

/** Lets whoever styles the element around this one style the parts of outcomes by the same names. */
export function exportLateParts(host: Element): void {
  const parts = host.getAttribute('exportparts');
  if (parts?.endsWith(END)) host.setAttribute('exportparts', `${parts},${LATE_PARTS}`);
}
