/** What an element loads after its first field is shown: how a payment ended, and what is asked before one. */
export { ptBrWhole } from '../../../i18n/pt-br-whole.js';
export { renderOutcome, renderUnavailable } from './outcome.js';
export { exportLateParts } from './late-parts.js';
export { renderPixQuestion } from './pix-question.js';
export { adoptLate } from '../styles/late-styles.js';
export { lateThemeStyles } from '../styles/late-theme.styles.js';
export { motionStyles } from '../styles/motion.styles.js';
export { PageScheme } from '../styles/page-scheme.js';
