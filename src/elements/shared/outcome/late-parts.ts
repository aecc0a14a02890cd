import type { LitElement } from 'lit';
import { addPortuguese } from '../../../controllers/page/localize-controller.js';
import { ptBrWhole } from '../../../i18n/pt-br-whole.js';
import { adoptLate } from '../styles/late-styles.js';
import { lateThemeStyles } from '../styles/late-theme.styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { PageScheme } from '../styles/page-scheme.js';

/** Names of the parts of outcomes, which come with them. */
const LATE_PARTS =
  'check-button,outcome-icon,outcome-title,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

/** What the names of an element's own parts end with. Where the page has written others, they stay as they are. */
const END = ',outcome,outcome-text';

/** Gives an element what its first field has no need of: words, styles, and the parts of outcomes for whoever styles the element around it. */
export function prepareHost(host: LitElement): void {
  addPortuguese(ptBrWhole);
  adoptLate(host, motionStyles, lateThemeStyles);
  new PageScheme(host);
  const parts = host.getAttribute('exportparts');
  if (parts?.endsWith(END)) host.setAttribute('exportparts', `${parts},${LATE_PARTS}`);
}
