import type { LitElement } from 'lit';
import { FieldFocus } from '../../../controllers/page/field-focus.js';
import { addPortuguese } from '../../../controllers/page/localize-controller.js';
import { ptBrWhole } from '../../../i18n/pt-br-whole.js';
import { ContentWatch } from '../content/content-watch.js';
import { adoptLate } from '../styles/late-styles.js';
import { lateThemeStyles } from '../styles/late-theme.styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { PageScheme } from '../styles/page-scheme.js';

/** Names of the parts that come after the first field: of the marks in it, of installments, of questions and outcomes. */
const LATE_PARTS =
  'brand,accepted-brands,card-frame,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,pix-question,check-button,outcome-icon,outcome-title,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

/** What the names of an element's own parts end with. Where the page has written others, they stay as they are. */
const END = ',outcome,outcome-text';

/**
 * Gives an element what its first field has no need of: words, styles, the events of its fields, with what had the focus before, the watch over
 * what the shop puts into it, and the names of late parts for whoever styles the element around it.
 */
export function prepareHost(host: LitElement, focused: readonly (EventTarget | null)[] | undefined): void {
  addPortuguese(ptBrWhole);
  adoptLate(host, motionStyles, lateThemeStyles);
  new PageScheme(host);
  new FieldFocus(host, focused);
  new ContentWatch(host);
  const parts = host.getAttribute('exportparts');
  if (parts?.endsWith(END)) host.setAttribute('exportparts', `${parts},${LATE_PARTS}`);
}
