import { type TemplateResult } from 'lit';
import { html } from '../shared/html.js';
import { PIX_ARMS } from '../shared/marks/pix-arms.js';

/** The mark of Pix in the head: the shop's, else ours. */
export const PIX_MARK: TemplateResult = html`<slot name="pix-mark"
  ><svg part="pix-mark" class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d=${PIX_ARMS} /></svg
></slot>`;
