/** What an element that shows a field first loads behind it: how a payment ended, and what is asked before one. */
export { ptBrWhole } from '../../../i18n/pt-br-whole.js';
export { renderOutcome, renderUnavailable } from './outcome.js';
export { adoptOutcomeStyles } from './outcome.styles.js';
export { renderPixQuestion } from './pix-question.js';
