import { defineElement, defineInstallments } from '../shared/define-element.js';
import { CardForm } from './card-form.js';

defineElement('balcao-card-form', CardForm);
defineInstallments();

declare global {
  interface HTMLElementTagNameMap {
    'balcao-card-form': CardForm;
  }
}
