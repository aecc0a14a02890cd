import { defineElement } from '../shared/define-element.js';
import { Pix } from './pix.js';

defineElement('balcao-pix', Pix);

declare global {
  interface HTMLElementTagNameMap {
    'balcao-pix': Pix;
  }
}
