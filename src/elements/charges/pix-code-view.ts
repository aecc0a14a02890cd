import { nothing, svg, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { formatReais, parseAmount } from '../../domain/money.js';
import type { BrCode } from '../../domain/pix/br-code.js';
import type { PixCharge } from '../../domain/order/charge.js';
import { stripBidiControls } from '../../i18n/bidi.js';
import type { CopyResult } from './copy-controller.js';
import type { QrDrawing } from './qr-symbol.js';
import { html } from '../shared/html.js';

/** The largest width and height of a QR, CSS px. */
const QR_WIDTH_PX = 290;

/** The state that a verified code is rendered from, and the callbacks of its controls. */
export interface PixCodeTemplate {
  charge: Pick<PixCharge, 'amount' | 'brCode'>;
  brCode: BrCode;
  /**
   * The drawing of the QR. It is `undefined` while the code that draws is loading: the QR's place is reserved. It is `null` if that code
   * cannot be loaded: there is no place.
   */
  qr: QrDrawing | null | undefined;
  /** True while the whole text of the code is shown, false while only its first line is. */
  isUnfolded: boolean;
  unfold: (isUnfolded: boolean) => void;
  /** The result of the last copy of this code. */
  copied: CopyResult | undefined;
  copy: () => void;
  /** Called when the text of the code loses the focus. It had the focus if the shopper was to copy it by hand. */
  leave: () => void;
  localize: LocalizeController;
}

/** Renders a code in the order for phones, which cannot scan the QR on their own screen: the QR is last. */
export function renderPixCode(template: PixCodeTemplate): unknown[] {
  const { charge, brCode, qr, localize } = template;
  return [
    renderPayee(localize, parseAmount(charge.amount), brCode),
    renderCodeText(template),
    renderCopy(template),
    renderSteps(localize, template.copied === 'copied'),
    qr === null ? nothing : html`<div class="place">${qr ? renderQr(qr, localize.text('pixQr')) : nothing}</div>`,
  ];
}

/** Renders placeholders for a code while it is created, so that nothing moves when it is shown. */
export function renderCodePlace(localize: LocalizeController, amountCents: number): TemplateResult {
  return html`
    ${renderPayee(localize, amountCents)}
    <div class="code" aria-hidden="true">
      <span class="label" .textContent=${localize.text('pixCode')}></span>
      <div class="fold blank"></div>
    </div>
    ${renderSteps(localize)}
    <div class="place blank"></div>
  `;
}

/**
 * Renders the receiver and the amount, which the shopper compares with those in the bank's app. The names are from the code. Each is plain
 * text and isolated, so that it cannot change the direction of the text beside it. The amount is that of the charge; it is left out if it
 * cannot be parsed.
 */
function renderPayee(localize: LocalizeController, cents: number | undefined, payee?: BrCode): TemplateResult {
  return html`<dl part="details" class="details">
    <div>
      <dt .textContent=${localize.text('pixReceiver')}></dt>
      <dd part="receiver" class=${payee ? '' : 'blank'}>
        <bdi translate="no" .textContent=${payee ? stripBidiControls(payee.merchantName) : '\u00a0'}></bdi><span class="spoken">, </span
        ><bdi translate="no" .textContent=${payee ? stripBidiControls(payee.merchantCity) : '\u00a0'}></bdi>
      </dd>
    </div>
    ${
      cents === undefined
        ? nothing
        : html`<div>
            <dt .textContent=${localize.text('amount')}></dt>
            <dd part="amount" translate="no" .textContent=${formatReais(cents)}></dd>
          </div>`
    }
  </dl>`;
}

/** Renders the text of the code: its first line or, unfolded, all of it. A press selects the whole text, since a part of it is useless. */
function renderCodeText({ charge, isUnfolded, unfold, leave, localize }: PixCodeTemplate): TemplateResult {
  return html`<div class="code">
    <label part="label" class="label" for="code" .textContent=${localize.text('pixCode')}></label>
    <div class="fold ${isUnfolded ? 'unfolded' : ''}">
      <textarea
        part="pix-code"
        id="code"
        rows=${isUnfolded ? 5 : 1}
        readonly
        spellcheck="false"
        translate="no"
        .defaultValue=${charge.brCode}
        .value=${charge.brCode}
        @click=${selectAll}
        @blur=${({ view }: FocusEvent) => view?.document.hasFocus() && leave()}
      ></textarea>
      <button
        part="code-toggle"
        class="toggle"
        type="button"
        aria-label=${localize.text('pixWholeCode')}
        aria-expanded=${isUnfolded}
        aria-controls="code"
        @click=${() => unfold(!isUnfolded)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m7 10 5 5 5-5" /></svg>
      </button>
    </div>
  </div>`;
}

/** Selects the whole text, unless the shopper has selected a part of it. */
function selectAll({ currentTarget: field }: Event): void {
  if (field instanceof HTMLTextAreaElement && field.selectionStart === field.selectionEnd) field.select();
}

/**
 * Renders the button that copies the code, and a note about the result. Once the code is copied, the note says the next step in the place of
 * the button, which becomes an icon beside it.
 */
function renderCopy({ copied, copy, localize }: PixCodeTemplate): TemplateResult {
  const isCopied = copied === 'copied';
  return html`<div class="actions ${copied ?? ''}">
    <svg class="sign tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5" /></svg>
    <p
      part="copy-note"
      class=${copied ? 'note' : 'spoken'}
      role="status"
      .textContent=${copied ? localize.text(isCopied ? 'pixCopied' : 'pixNotCopied') : ''}
    ></p>
    <button part="copy-button" class="button ${isCopied ? '' : 'primary'}" type="button" translate="no" @click=${copy}>
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h10v10H9zM15 9V5H5v10h4" /></svg>
      <span class=${isCopied ? 'spoken' : ''} .textContent=${localize.text(isCopied ? 'pixCopyAgain' : 'pixCopy')}></span>
    </button>
  </div>`;
}

/** Renders the steps of the payment. The first one is ticked once the code is copied; the others are done in the bank's app. */
function renderSteps(localize: LocalizeController, isCopied = false): TemplateResult {
  const keys = ['pixStepCopy', 'pixStepRead', 'pixStepCompare'] as const;
  return html`<ol part="steps">
    ${keys.map((key) => html`<li class=${isCopied && key === 'pixStepCopy' ? 'ticked' : ''} .textContent=${localize.text(key)}></li>`)}
  </ol>`;
}

/** Renders a QR with modules of whole CSS px, so that their edges are sharp on the screen. */
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
