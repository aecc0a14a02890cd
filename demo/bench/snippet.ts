import { wireCopyButton } from '../page/copy-button.js';
import { findElement } from '../page/find-element.js';
import { testedFiles } from './tested-files.js';

/** The attributes in the snippet, in the order in which they read best. */
const SHOWN_ATTRIBUTES = [
  'base-url',
  'frame-url',
  'token-url',
  'environment',
  'boleto-url',
  'resolve-url',
  'notify-url',
  'status-url',
  'status-stream-url',
  'pix-webhook',
  'pix-expires-in',
  'amount',
  'pix-amount',
  'order-id',
  'customer-id',
  'fee-payer',
  'fee-free-up-to',
  'fees-url',
  'max-installments',
  'methods',
  'lang',
];

/**
 * Mounts the code that embeds this checkout in a shop. It follows the settings; a person can also choose a tested file that embeds it
 * differently.
 */
export function mountSnippet(checkout: HTMLElement): void {
  const code = findElement('#snippet', HTMLElement);
  const note = findElement('#snippet-note', HTMLElement);
  const choice = findElement('#snippet-kind', HTMLSelectElement);
  choice.append(...testedFiles.map(({ label, path }) => new Option(label, path)));
  const read = (): string => testedFiles.find(({ path }) => path === choice.value)?.text ?? formatSnippet(checkout);
  const render = (): void => {
    code.textContent = read();
    note.textContent = choice.value === '' ? 'Acompanha esta página.' : `É o arquivo ${choice.value}, com que os testes pagam.`;
  };
  new MutationObserver(render).observe(checkout, { attributeFilter: SHOWN_ATTRIBUTES });
  choice.addEventListener('change', render);
  wireCopyButton(findElement('#snippet-copy', HTMLButtonElement), read);
  render();
}

function formatSnippet(checkout: HTMLElement): string {
  const attributes = SHOWN_ATTRIBUTES.flatMap((name) => {
    const value = checkout.getAttribute(name);
    if (value === '') return [`  ${name}`];
    return value === null ? [] : [`  ${name}="${escapeAttribute(value)}"`];
  });
  const settings = formatSettings(checkout);
  const end = settings.length > 0 ? ['>', ...settings, '</balcao-checkout>'] : ['></balcao-checkout>'];
  return ['<script src="/balcao/balcao.min.js" defer></script>', '', '<balcao-checkout', ...attributes, ...end].join('\n');
}

/** Formats the JSON child of the checkout, which has the settings without an attribute, as lines inside the tag. */
function formatSettings(checkout: HTMLElement): string[] {
  const text = checkout.querySelector(':scope > script[type="application/json"]')?.textContent ?? '';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return [];
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return ['  <script type="application/json">', ...lines.map((line) => `    ${line.slice(indent)}`), '  </script>'];
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
