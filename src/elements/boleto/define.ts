import { defineElement } from '../shared/define-element.js';
import { BoletoElement } from './boleto.js';

defineElement('balcao-boleto', BoletoElement);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-boleto': BoletoElement;
  }
}
