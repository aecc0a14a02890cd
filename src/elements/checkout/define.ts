import '../card-form/define.js';
import type { Checkout } from './checkout.js';
import { defineCheckout } from './define-checkout.js';

defineCheckout();

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
