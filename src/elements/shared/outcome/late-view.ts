/** What an element loads after its first field is shown: how a payment ended, and what is asked before one. */
export { ptBrWhole } from '../../../i18n/pt-br-whole.js';
export { renderOutcome, renderUnavailable } from './outcome.js';
export { adoptOutcomeStyles } from './outcome.styles.js';
export { renderPixQuestion } from './pix-question.js';
