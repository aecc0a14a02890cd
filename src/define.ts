/**
 * The `balcao/define` entry: registers every element. The checkout and the form for a card are registered at once, the others when the page needs them:
 * their code is loaded after the first paint.
 */
import './elements/checkout/define.js';

export type {} from './elements/boleto/define.js';
export type {} from './elements/installments/define.js';
export type {} from './elements/pix/define.js';
export type {} from './elements/saved-cards/define.js';
