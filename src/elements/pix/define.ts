import { Pix } from './pix.js';

if (!customElements.get('balcao-pix')) customElements.define('balcao-pix', Pix);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-pix': Pix;
  }
}
