import { html, type TemplateResult } from 'lit';
import { PIX_ARMS } from '../shared/marks/pix-arms.js';

/** Draws the mark of Pix above what is paid. */
export function renderPixMark(): TemplateResult {
  return html`<svg part="pix-mark" class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path transform="rotate(45 12 12)" d=${PIX_ARMS} />
  </svg>`;
}
