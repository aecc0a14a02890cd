import { html, nothing, svg, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { formatReais, parseAmount } from '../../domain/money.js';
import type { BrCode } from '../../domain/pix/br-code.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { stripBidiControls } from '../../i18n/bidi.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import type { QrDrawing } from './qr-path.js';

/** The most that a QR's side takes, in CSS px. */
const QR_WIDTH_PX = 290;

/** What a verified code is rendered from. */
export interface PixCodeTemplate {
  charge: PixCharge;
  brCode: BrCode;
  /** `undefined` while what draws it is loaded, and its place is kept; `null` where that could not be loaded, and there is no place. */
  qr: QrDrawing | null | undefined;
  /** What the last copying came to. */
  copied: Extract<TextKey, 'pixCopied' | 'pixNotCopied'> | undefined;
  copy: () => void;
  localize: LocalizeController;
}

/** Renders a code in the order of a phone, on which nobody can read the QR that it shows. */
export function renderPixCode({ charge, brCode, qr, copied, copy, localize }: PixCodeTemplate): TemplateResult {
  return html`
    ${renderPayee(charge, brCode, localize)}
    <div class="code">
      <button part="copy-button" class="button primary" type="button" @click=${copy}>${localize.text('pixCopy')}</button>
      <p part="copy-note" class="note" role="status">${copied ? localize.text(copied) : nothing}</p>
      <label part="label" for="code">${localize.text('pixCode')}</label>
      <textarea part="pix-code" id="code" rows="5" readonly spellcheck="false" .defaultValue=${charge.brCode}></textarea>
    </div>
    <ol part="steps">
      ${(['pixStepOpen', 'pixStepRead', 'pixStepCompare'] as const).map((key) => html`<li>${localize.text(key)}</li>`)}
    </ol>
    ${qr === null ? nothing : html`<div class="place">${qr ? renderQr(qr, localize.text('pixQr')) : nothing}</div>`}
  `;
}

/**
 * Whom and how much one pays, for the shopper to compare in the bank's app. The names are the code's own: plain text, each
 * isolated, so that none can turn the direction of what stands beside it. A dynamic code's amount is the charge's; one that cannot
 * be read is left out.
 */
function renderPayee({ amount }: PixCharge, { merchantName, merchantCity }: BrCode, localize: LocalizeController): TemplateResult {
  const cents = parseAmount(amount);
  return html`<dl part="details" class="details">
    <div>
      <dt>${localize.text('pixReceiver')}</dt>
      <dd part="receiver"><bdi>${stripBidiControls(merchantName)}</bdi>, <bdi>${stripBidiControls(merchantCity)}</bdi></dd>
    </div>
    ${
      cents === undefined
        ? nothing
        : html`<div>
            <dt>${localize.text('amount')}</dt>
            <dd part="amount">${formatReais(cents)}</dd>
          </div>`
    }
  </dl>`;
}

/** The symbol in modules of whole CSS px, which screens and readers like best. */
function renderQr({ size, path }: QrDrawing, name: string): TemplateResult {
  const width = size * Math.max(1, Math.floor(QR_WIDTH_PX / size));
  return html`<svg
    part="qr"
    role="img"
    aria-label=${name}
    width=${width}
    height=${width}
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    ${svg`<path fill="#fff" d="M0 0h${size}v${size}H0z" /><path fill="#000" d=${path} />`}
  </svg>`;
}
