import { defineElement, defineOnDemand } from '../shared/define-element.js';
import { loadLateCode } from '../shared/late-element.js';
import { Checkout } from './checkout.js';

/** Registers `<balcao-checkout>`, and on demand the elements that it shows besides the form for a card. */
export function defineCheckout(): void {
  // Before the checkout is registered: if the customer may have saved cards, the shopper waits for their list.
  const loadSavedCards = async (): Promise<CustomElementConstructor> => (await import('../saved-cards/saved-cards.js')).SavedCards;
  defineOnDemand('balcao-saved-cards', loadSavedCards, 'balcao-saved-cards,[customer-id]');
  defineElement('balcao-checkout', Checkout);
  defineOnDemand('balcao-pix', async () => (await import('../pix/pix.js')).Pix);
  defineOnDemand('balcao-boleto', async () => (await loadLateCode()).loadBoleto(), false);
}
