import { Installments } from './installments.js';

if (!customElements.get('balcao-installments')) customElements.define('balcao-installments', Installments);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-installments': Installments;
  }
}
