import { SavedCards } from './saved-cards.js';

if (!customElements.get('balcao-saved-cards')) customElements.define('balcao-saved-cards', SavedCards);

// Where loading fails, paying says so.
import('../installments/define.js').catch(() => undefined);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-saved-cards': SavedCards;
  }
}
