import '../card-form/define.js';
import { defineElement, defineWhenWanted } from '../shared/define-element.js';
import { Checkout } from './checkout.js';

const loadSavedCards = async (): Promise<CustomElementConstructor> => (await import('../saved-cards/saved-cards.js')).SavedCards;

// Before the checkout is drawn: where there may be saved cards, their list is what a shopper waits for.
defineWhenWanted('balcao-saved-cards', loadSavedCards, 'balcao-saved-cards,[customer-id]');
defineElement('balcao-checkout', Checkout);
defineWhenWanted('balcao-pix', async () => (await import('../pix/pix.js')).Pix);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-checkout': Checkout;
  }
}
