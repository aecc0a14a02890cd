import { defineElement, defineInstallments } from '../shared/define-element.js';
import { SavedCards } from './saved-cards.js';

defineElement('balcao-saved-cards', SavedCards);
defineInstallments();

declare global {
  interface HTMLElementTagNameMap {
    'balcao-saved-cards': SavedCards;
  }
}
