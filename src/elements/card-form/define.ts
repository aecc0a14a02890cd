import { defineAfterPaint, defineElement } from '../shared/define-element.js';
import { CardForm } from './card-form.js';

defineElement('balcao-card-form', CardForm);
defineAfterPaint('balcao-installments', async () => (await import('../installments/installments.js')).Installments);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-card-form': CardForm;
  }
}
