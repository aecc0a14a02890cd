import '../card-form/define.js';
import { defineElement, defineOnDemand } from '../shared/define-element.js';
import { Checkout } from './checkout.js';

const loadSavedCards = async (): Promise<CustomElementConstructor> => (await import('../saved-cards/saved-cards.js')).SavedCards;

// Before the checkout is registered: if the customer may have saved cards, the shopper waits for their list.
defineOnDemand('balcao-saved-cards', loadSavedCards, 'balcao-saved-cards,[customer-id]');
defineElement('balcao-checkout', Checkout);
defineOnDemand('balcao-pix', async () => (await import('../pix/pix.js')).Pix);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
