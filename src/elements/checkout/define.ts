import '../card-form/define.js';
import { defineElement, defineWhenWanted } from '../shared/define-element.js';
import { Checkout } from './checkout.js';

defineElement('balcao-checkout', Checkout);
defineWhenWanted('balcao-saved-cards', async () => (await import('../saved-cards/saved-cards.js')).SavedCards);
defineWhenWanted('balcao-pix', async () => (await import('../pix/pix.js')).Pix);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
