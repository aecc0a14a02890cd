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
  }
}

function addRow(list: HTMLUListElement, record: PixRecord, refresh: () => void): Row {
  const state = create('span');
  const facts = create('div', create('strong', formatAmount(record.amount)), state, create('code', record.id));
  const buttons = create('div', ...Object.entries(ACTIONS).map(([action, label]) => createButton(record, action, label, refresh)));
  buttons.className = 'buttons';
  const element = create('li', facts, buttons);
  list.prepend(element);
  const row = { element, state };
  rows.set(record.id, row);
  return row;
}

function createButton(record: PixRecord, action: string, label: string, refresh: () => void): HTMLButtonElement {
  const button = create('button', label);
  button.type = 'button';
  button.className = action === 'settle' ? 'main' : '';
  button.setAttribute('aria-label', `${label}: Pix of ${formatAmount(record.amount)}, ${formatTime(record.createdAt)}`);
  button.addEventListener('click', () => void send('POST pix', { action, id: record.id }).then(refresh, refresh));
  return button;
}

function describeState({ state, createdAt, expiresAt, paidAt }: PixRecord): string {
  const isExpired = state === 'pending' && expiresAt <= Date.now();
  const until = isExpired ? 'expired' : `${state}${state === 'pending' ? ` until ${formatTime(expiresAt)}` : ''}`;
  return `${formatTime(createdAt)} · ${until}${paidAt === undefined ? '' : ` · paid at ${formatTime(paidAt)}`}`;
}
