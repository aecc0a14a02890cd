/** The control page of the sandbox: what happened, and what is to happen next. */
import { magicAmounts, magicCards } from '../../../sandbox/faults/magic.js';
import { formatCardNumber } from '../../../domain/card/number.js';
import { openFaultForm, openTokenForm } from './control-forms.js';
import { create, find, formatAmount } from './page-elements.js';
import { send } from './page-requests.js';
import { showPix } from './pix-list.js';
import { showRecords } from './record-tables.js';
import { openVariantForm } from './variant-form.js';

/** How often the page looks, while it can be seen, ms. */
const PERIOD_MS = 1000;

let shown = '';

async function refresh(): Promise<void> {
  const connection = find('connection', HTMLElement);
  const state = await send('GET state').catch(() => undefined);
  connection.classList.toggle('lost', !state);
  const waiting = state && state.pending.length > 0 ? `, ${state.pending.length} waiting` : '';
  const words = state ? `Running${waiting}` : 'The sandbox does not respond. Is it still running?';
  if (connection.textContent !== words) connection.textContent = words;
  if (!state) return;
  showPix(state.pix, () => void refresh());
  const text = JSON.stringify(state);
  if (text !== shown) showRecords(state);
  shown = text;
}

async function watch(): Promise<void> {
  if (!document.hidden) await refresh();
  setTimeout(() => void watch(), PERIOD_MS);
}

function showExamples(): void {
  const cards = magicCards.flatMap(({ number, about }) => [create('dt', formatCardNumber(number)), create('dd', about)]);
  const amounts = magicAmounts.flatMap(({ amount, operation, about }) => {
    const method = operation === 'processPayment' ? 'card' : 'Pix';
    return [create('dt', formatAmount(amount)), create('dd', `${method}: ${about}`)];
  });
  find('cards', HTMLElement).append(...cards);
  find('amounts', HTMLElement).append(...amounts);
}

find('base-url', HTMLElement).textContent = new URL('..', location.href).href;
document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
openFaultForm();
openTokenForm();
showExamples();
void openVariantForm();
void watch();
