import { defineElement } from '../shared/define-element.js';
import { Installments } from './installments.js';

defineElement('balcao-installments', Installments);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-installments': Installments;
  }
}
