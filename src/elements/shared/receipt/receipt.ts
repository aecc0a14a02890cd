import { html, nothing, render, type TemplateResult } from 'lit';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { Message, Place } from '../outcome/outcome-panel.js';
import type { DetailRow } from './payment-details.js';
import { pageStyles, receiptStyles } from './receipt.styles.js';

/** The content of a receipt. */
export interface Receipt {
  /** The outcome of the payment. */
  title: Extract<Message['title'], 'approved' | 'pixPaid' | 'unconfirmed'>;
  rows: readonly DetailRow[];
  settings: SettingsController;
}

/** Renders the button that prints a receipt, or saves it as a file where the browser offers that. Nothing where printing is not possible. */
export function renderReceiptButton(place: Place, receipt: Receipt): TemplateResult | typeof nothing {
  if (!canPrint()) return nothing;
  return html`<button part="receipt-button" class="button" type="button" @click=${() => printReceipt(place, receipt)}>
    ${place.localize.text(receipt.title === 'unconfirmed' ? 'receiptKeep' : 'receipt')}
  </button>`;
}

/** True where the page may print: some browsers inside apps cannot, nor can a frame that may not open dialogs. */
function canPrint(): boolean {
  if (typeof window.print !== 'function') return false;
  // A frame without an origin cannot see its restrictions; nor can one of another origin, which may print by default.
  if (self.origin === 'null') return false;
  const sandbox = getFrameElement()?.getAttribute('sandbox') ?? undefined;
  return sandbox === undefined || sandbox.split(/\s+/).includes('allow-modals');
}

/** Returns the frame that the page is in, where the page may access it. */
function getFrameElement(): Element | null {
  try {
    return frameElement;
  } catch {
    return null;
  }
}

/**
 * Prints a page with a receipt and nothing else, by style sheets that policies allow: what the page shows otherwise is left out while it is
 * printed, and nothing of it is changed.
 */
function printReceipt(place: Place, receipt: Receipt): void {
  // Left by a print that never ended.
  document.querySelector('[data-balcao-receipt]')?.remove();
  const sheet = document.createElement('div');
  sheet.dataset['balcaoReceipt'] = '';
  const root = sheet.attachShadow({ mode: 'open' });
  adopt(root, receiptStyles.styleSheet);
  render(renderReceipt(place, receipt), root);
  const leave = adopt(document, pageStyles.styleSheet);
  document.body.append(sheet);
  // Where print() does not wait, the page is printed after this call: `afterprint` then marks when the receipt may go.
  addEventListener(
    'afterprint',
    () => {
      sheet.remove();
      leave();
    },
    { once: true },
  );
  window.print();
}

/** Adds a style sheet. Returns a function that takes it away again. */
function adopt(root: Document | ShadowRoot, sheet: CSSStyleSheet | undefined): () => void {
  if (sheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => (root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet));
}

function renderReceipt({ localize }: Place, { title, rows, settings }: Receipt): TemplateResult {
  const { orderId } = settings.current.settings;
  const shop = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || location.hostname;
  const isOpen = title === 'unconfirmed';
  const lines: DetailRow[] = [['receiptShop', shop], ...(orderId === undefined ? [] : [['receiptOrder', orderId] as const]), ...rows];
  return html`<article lang=${localize.language}>
    <h1>${localize.text(isOpen ? title : 'receiptTitle')}</h1>
    <p>${localize.text(isOpen ? 'unconfirmedHelp' : title)}</p>
    <dl>
      ${lines.map(
        ([key, value]) =>
          html`<div>
            <dt>${localize.text(key)}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
  </article>`;
}
