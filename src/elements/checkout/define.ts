import '../card-form/define.js';
import { loadPayPart } from '../../controllers/payment/pay-loader.js';
import { defineAfterPaint, defineElement } from '../shared/define-element.js';
import { Checkout } from './checkout.js';

defineElement('balcao-checkout', Checkout);
defineAfterPaint('balcao-saved-cards', async () => (await import('../saved-cards/saved-cards.js')).SavedCards);
// Behind what pays, which every shopper needs.
defineAfterPaint('balcao-pix', async () => (await import('../pix/pix.js')).Pix, loadPayPart);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
