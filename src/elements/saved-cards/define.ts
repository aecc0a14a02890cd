import { defineAfterPaint, defineElement } from '../shared/define-element.js';
import { SavedCards } from './saved-cards.js';

defineElement('balcao-saved-cards', SavedCards);
defineAfterPaint('balcao-installments', async () => (await import('../installments/installments.js')).Installments);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-saved-cards': SavedCards;
  }
}
