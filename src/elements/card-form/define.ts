import { CardForm } from './card-form.js';

if (!customElements.get('balcao-card-form')) customElements.define('balcao-card-form', CardForm);

// After the first input, which does not need it. Where it does not come, paying says so.
import('../installments/define.js').catch(() => undefined);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-card-form': CardForm;
  }
}
