import { wireCopyButton } from './copy-button.js';
import { findElement } from './find-element.js';

/** Attributes worth pasting, in the order in which they read best. */
const SHOWN_ATTRIBUTES = [
  'base-url',
  'token-url',
  'resolve-url',
  'notify-url',
  'status-url',
  'status-stream-url',
  'pix-webhook',
  'amount',
  'order-id',
  'customer-id',
  'fee-payer',
  'fee-free-up-to',
  'max-installments',
  'methods',
  'lang',
];

/** Shows the HTML that puts this very checkout into a shop, and keeps it in step with the settings. */
export function mountSnippet(checkout: HTMLElement): void {
  const code = findElement('#snippet', HTMLElement);
  const render = (): void => {
    code.textContent = formatSnippet(checkout);
  };
  new MutationObserver(render).observe(checkout, { attributeFilter: SHOWN_ATTRIBUTES });
  wireCopyButton(findElement('#snippet-copy', HTMLButtonElement), () => formatSnippet(checkout));
  render();
}

function formatSnippet(checkout: HTMLElement): string {
  const attributes = SHOWN_ATTRIBUTES.flatMap((name) => {
    const value = checkout.getAttribute(name);
    if (value === '') return [`  ${name}`];
    return value === null ? [] : [`  ${name}="${escapeAttribute(value)}"`];
  });
  return ['<script src="balcao.min.js" defer></script>', '', '<balcao-checkout', ...attributes, '></balcao-checkout>'].join('\n');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
