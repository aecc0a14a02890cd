import { nothing, svg, type TemplateResult } from 'lit';
import type { VerifiedBoleto } from '../../controllers/boleto/boleto-kind.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { formatBoletoLine } from '../../domain/boleto/boleto.js';
import { drawItf } from '../../domain/boleto/itf.js';
import { formatReais } from '../../domain/money.js';
import { stripBidiControls } from '../../i18n/bidi.js';
import type { CopyResult } from '../charges/copy-controller.js';
import { html } from '../shared/html.js';

/**
 * Renders the details of a boleto, its line with the button that copies it, its bar code and the link to its PDF. `copied` is the result of
 * the last copy of this line.
 */
export function renderBoleto(
  { charge, boleto }: VerifiedBoleto,
  localize: LocalizeController,
  copied: CopyResult | undefined,
  copy: () => void,
): TemplateResult {
  const { dueDate, payee, pdfUrl } = charge;
  const note = copied && localize.text(copied === 'copied' ? 'boletoCopied' : 'boletoNotCopied');
  return html`<div class="boleto">
    <dl part="boleto-details" class="details">
      <div>
        <dt .textContent=${localize.text('boletoDue')}></dt>
        <dd part="due-date" translate="no" .textContent=${formatDueDate(dueDate, localize.language)}></dd>
      </div>
      ${
        payee === undefined
          ? nothing
          : html`<div>
              <dt .textContent=${localize.text('pixReceiver')}></dt>
              <dd part="payee"><bdi translate="no" .textContent=${stripBidiControls(payee)}></bdi></dd>
            </div>`
      }
      <div>
        <dt .textContent=${localize.text('amount')}></dt>
        <dd part="boleto-amount" translate="no" .textContent=${formatReais(boleto.amountCents)}></dd>
      </div>
    </dl>
    <div class="code">
      <label class="label" for="line" .textContent=${localize.text('boletoLine')}></label>
      <div class="fold">
        <textarea
          part="boleto-line"
          id="line"
          class="line"
          rows="2"
          readonly
          spellcheck="false"
          translate="no"
          .value=${formatBoletoLine(boleto.line)}
        ></textarea>
      </div>
    </div>
    <div class="copy-line">
      <button
        part="copy-line-button"
        class="button ${charge.brCode === undefined ? 'primary' : ''}"
        type="button"
        translate="no"
        @click=${copy}
        .textContent=${localize.text('boletoCopy')}
      ></button>
      <p part="copy-note" class=${copied ? `note ${copied}` : 'spoken'} role="status" .textContent=${note ?? ''}></p>
    </div>
    ${renderBarcode(boleto.barcode, localize.text('boletoBarcode'))}${renderPdfLink(pdfUrl, localize)}
  </div>`;
}

function renderPdfLink(url: string | undefined, localize: LocalizeController): TemplateResult | typeof nothing {
  if (url === undefined) return nothing;
  return html`<p><a part="pdf-link" href=${url} target="_blank" rel="noopener" .textContent=${localize.text('boletoPdf')}></a></p>`;
}

/** Renders the bar code: black on white, with one unit for each module. It is stretched to its height. */
function renderBarcode(digits: string, name: string): TemplateResult {
  const { width, path } = drawItf(digits);
  return html`<svg
    part="barcode"
    role="img"
    aria-label=${name}
    viewBox="0 0 ${width} 1"
    preserveAspectRatio="none"
    shape-rendering="crispEdges"
  >
    ${svg`<path fill="#fff" d="M0 0h${width}v1H0z" /><path fill="#000" d=${path} />`}
  </svg>`;
}

/** Formats a day, `YYYY-MM-DD`, in the language of the page. A day has no time zone, so it is read as UTC. */
function formatDueDate(day: string, language: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString(language, { timeZone: 'UTC', dateStyle: 'short' });
}
