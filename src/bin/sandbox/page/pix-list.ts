import { create, find, formatAmount, formatTime } from './page-elements.js';
import { send } from './page-requests.js';
import type { PixAction } from '../../../sandbox/pix/pix-life.js';
import type { PixRecord } from '../../../sandbox/state/ledger.js';

const ACTIONS: Readonly<Record<PixAction, string>> = {
  settle: 'Pay it',
  expire: 'Expire',
  cancel: 'Cancel',
  fail: 'Fail',
  refund: 'Refund',
};

interface Row {
  element: HTMLLIElement;
  state: HTMLElement;
  pay: HTMLButtonElement;
}

/** Rows by charge: they stay where they are, so that the focus does too. */
const rows = new Map<string, Row>();

/** Shows the Pix charges, the latest first, each with what can happen to it. `refresh` is called after something did. */
export function showPix(records: readonly PixRecord[], refresh: () => void): void {
  find('pix-empty', HTMLElement).hidden = records.length > 0;
  const list = find('pix', HTMLUListElement);
  for (const record of records) {
    const row = rows.get(record.id) ?? addRow(list, record, refresh);
    const state = describeState(record);
    if (row.state.textContent !== state) row.state.textContent = state;
    // Paying late, or twice, stays possible: what the shop makes of it is to be tried.
    row.pay.className = isWaiting(record) ? 'main' : '';
  }
}

function addRow(list: HTMLUListElement, record: PixRecord, refresh: () => void): Row {
  const state = create('span');
  const facts = create('div', create('strong', formatAmount(record.amount)), state, create('code', record.id));
  const { settle, ...others } = ACTIONS;
  const pay = createButton(record, 'settle', settle, refresh);
  const buttons = create('div', pay, ...Object.entries(others).map(([action, label]) => createButton(record, action, label, refresh)));
  buttons.className = 'buttons';
  const element = create('li', facts, buttons);
  list.prepend(element);
  const row = { element, state, pay };
  rows.set(record.id, row);
  return row;
}

function createButton(record: PixRecord, action: string, label: string, refresh: () => void): HTMLButtonElement {
  const button = create('button', label);
  button.type = 'button';
  button.setAttribute('aria-label', `${label}: Pix of ${formatAmount(record.amount)}, ${formatTime(record.createdAt)}`);
  button.addEventListener('click', () => void send('POST pix', { action, id: record.id }).then(refresh, refresh));
  return button;
}

/** Whether a charge can still be paid in time. */
function isWaiting({ state, expiresAt }: PixRecord): boolean {
  return state === 'pending' && expiresAt > Date.now();
}

function describeState(record: PixRecord): string {
  const { state, createdAt, expiresAt, paidAt } = record;
  const ended = state === 'pending' ? 'expired' : state;
  const until = isWaiting(record) ? `pending until ${formatTime(expiresAt)}` : ended;
  return `${formatTime(createdAt)} · ${until}${paidAt === undefined ? '' : ` · paid at ${formatTime(paidAt)}`}`;
}
