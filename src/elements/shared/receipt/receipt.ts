import { nothing, render, type TemplateResult } from 'lit';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { Message, Place } from '../outcome/outcome-panel.js';
import type { DetailRow } from './payment-details.js';
import { pageStyles, receiptStyles } from './receipt.styles.js';
import { html } from '../html.js';

/** The content of a receipt. */
export interface Receipt {
  /** The outcome of the payment. */
  title: Extract<Message['title'], 'approved' | 'pixPaid' | 'unconfirmed' | 'paidTwice' | 'paidShort' | 'paidUnclear'>;
  rows: readonly DetailRow[];
  settings: SettingsController;
}

/** Renders the button that prints a receipt, which most browsers can also save as a file. Renders nothing if the page cannot print. */
export function renderReceiptButton(place: Place, receipt: Receipt): TemplateResult | typeof nothing {
  if (!canPrint()) return nothing;
  return html`<button
    part="receipt-button"
    class="button"
    type="button"
    translate="no"
    @click=${() => printReceipt(place, receipt)}
    .textContent=${place.localize.text(isReceipt(receipt) ? 'receipt' : 'receiptKeep')}
  ></button>`;
}

/** Returns true if an order was paid once and in full. Otherwise the shopper keeps the details of what happened. */
function isReceipt({ title }: Receipt): boolean {
  return title === 'approved' || title === 'pixPaid';
}

/** Returns whether the page can print. Some browsers inside apps cannot, and a sandboxed frame may not be allowed to open dialogs. */
function canPrint(): boolean {
  if (typeof window.print !== 'function') return false;
  // A frame with an opaque origin cannot read its restrictions, so it does not print. A frame of another origin cannot read them either,
  // but may print by default.
  if (self.origin === 'null') return false;
  const sandbox = getFrameElement()?.getAttribute('sandbox') ?? undefined;
  return sandbox === undefined || sandbox.split(/\s+/).includes('allow-modals');
}

/** Returns the frame around the page, or `null` if there is none or the page cannot access it. */
function getFrameElement(): Element | null {
  try {
    return frameElement;
  } catch {
    return null;
  }
}

/**
 * Prints the receipt alone. It adds the receipt to the page and hides everything else for the time of the print, with constructed style
 * sheets, which content security policies allow. The rest of the page is not changed.
 */
function printReceipt(place: Place, receipt: Receipt): void {
  // A print that never ended has left its receipt.
  document.querySelector('[data-balcao-receipt]')?.remove();
  const sheet = document.createElement('div');
  sheet.dataset['balcaoReceipt'] = '';
  const root = sheet.attachShadow({ mode: 'open' });
  adopt(root, receiptStyles.styleSheet);
  render(renderReceipt(place, receipt), root);
  const leave = adopt(document, pageStyles.styleSheet);
  document.body.append(sheet);
  // In some browsers print() does not wait until the page is printed. `afterprint` tells when the receipt can be removed.
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

/** Adds a style sheet. Returns a function that removes it again. */
function adopt(root: Document | ShadowRoot, sheet: CSSStyleSheet | undefined): () => void {
  if (sheet) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => (root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet));
}

/** Renders a receipt with the names of the shop and the order above the details of the payment. */
function renderReceipt({ localize }: Place, receipt: Receipt): TemplateResult {
  const { title, rows, settings } = receipt;
  const { orderId } = settings.current.settings;
  const shop = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || location.hostname;
  const lines: DetailRow[] = [['receiptShop', shop], ...(orderId === undefined ? [] : [['receiptOrder', orderId] as const]), ...rows];
  return html`<article lang=${localize.language}>
    <h1>${localize.text(isReceipt(receipt) ? 'receiptTitle' : title)}</h1>
    <p>${localize.text(isReceipt(receipt) ? title : 'unconfirmedHelp')}</p>
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
