import '../card-form/define.js';
import { Checkout } from './checkout.js';

if (!customElements.get('balcao-checkout')) customElements.define('balcao-checkout', Checkout);

// Loaded after the first input, which does not need them.
import('../saved-cards/define.js').catch(() => undefined);
import('../pix/define.js').catch(() => undefined);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
