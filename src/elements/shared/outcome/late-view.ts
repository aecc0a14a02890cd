/** What an element loads after its first field is shown: how a payment ended, and what is asked before one. */
export { prepareHost } from './late-parts.js';
export { renderOutcome, renderUnavailable } from './outcome.js';
export { renderPixQuestion } from './pix-question.js';
