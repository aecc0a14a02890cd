import { CardForm } from './card-form.js';

if (!customElements.get('balcao-card-form')) customElements.define('balcao-card-form', CardForm);

// Loaded after the first input, which does not need it. Where loading fails, paying says so.
import('../installments/define.js').catch(() => undefined);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-card-form': CardForm;
  }
}
