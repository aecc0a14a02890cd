import { nothing, render, type TemplateResult } from 'lit';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { isPaidKey, type Message, type Place } from '../outcome/outcome-panel.js';
import type { DetailRow } from './payment-details.js';
import { formatCnpj } from '../../../domain/cnpj.js';
import { pageStyles, receiptStyles } from './receipt.styles.js';
import { html } from '../html.js';

/** The content of a receipt. */
export interface Receipt {
  /** The outcome of the payment. */
  title: Extract<Message['title'], 'approved' | 'pixPaid' | 'boletoPaid' | 'unconfirmed' | 'paidTwice' | 'paidShort' | 'paidUnclear'>;
  rows: readonly DetailRow[];
  settings: SettingsController;
}

/**
 * Renders the button that keeps a receipt: it shares the receipt on phones, and prints it elsewhere, which most browsers can also do to a
 * file. Renders nothing if the page can do neither.
 */
export function renderReceiptButton(place: Place, receipt: Receipt): TemplateResult | typeof nothing {
  if (!canShare() && !canPrint()) return nothing;
  return html`<button
    part="receipt-button"
    class="button"
    type="button"
    translate="no"
    @click=${() => void keepReceipt(place, receipt)}
    .textContent=${place.localize.text(isReceipt(receipt) ? 'receipt' : 'receiptKeep')}
  ></button>`;
}

/** Shares a receipt, or prints it. If the shopper closes the dialog for sharing, nothing follows. */
async function keepReceipt(place: Place, receipt: Receipt): Promise<void> {
  if (canShare()) {
    try {
      return await navigator.share(describeReceipt(place, receipt));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (canPrint()) printReceipt(place, receipt);
}

/** Returns true if the page can share and is used by touch. With a mouse, printing to a file is the better way to keep a receipt. */
function canShare(): boolean {
  return typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
}

/** Returns true if an order was paid once and in full. Otherwise the shopper keeps the details of what happened. */
function isReceipt({ title }: Receipt): boolean {
  return title === 'approved' || isPaidKey(title);
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

/** The heading of a receipt and the sentence below it. */
function formatHead({ localize }: Place, receipt: Receipt): readonly [string, string] {
  const { title } = receipt;
  return isReceipt(receipt)
    ? [localize.text('receiptTitle'), localize.text(title)]
    : [localize.text(title), localize.text('unconfirmedHelp')];
}

/** Lists the shop, its CNPJ and the order, and then the details of the payment. */
function listLines({ rows, settings }: Receipt): DetailRow[] {
  const { orderId, offer = {} } = settings.current.settings;
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;
  const lines: readonly [TextKey, string | undefined][] = [
    ['receiptShop', offer.seller ?? offer.from ?? (site || location.hostname)],
    ['cnpj', offer.cnpj && formatCnpj(offer.cnpj)],
    ['receiptOrder', orderId],
  ];
  return [...lines.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])), ...rows];
}

/** Describes a receipt as text. Many apps show the text alone, so it begins with the title. */
function describeReceipt(place: Place, receipt: Receipt): { title: string; text: string } {
  const [title, about] = formatHead(place, receipt);
  const lines = listLines(receipt).map(([key, value]) => `${place.localize.text(key)}: ${value}`);
  return { title, text: [title, about, '', ...lines].join('\n') };
}

/** Renders a receipt with the names of the shop and the order and the details of the payment. The amount that was paid is large. */
function renderReceipt(place: Place, receipt: Receipt): TemplateResult {
  const { localize } = place;
  const [title, about] = formatHead(place, receipt);
  return html`<article lang=${localize.language}>
    <h1>${title}</h1>
    <p>${about}</p>
    <dl>
      ${listLines(receipt).map(
        ([key, value]) =>
          html`<div class=${key === 'amount' && isReceipt(receipt) ? 'amount' : nothing}>
            <dt>${localize.text(key)}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
  </article>`;
}
