import {
  carryOut,
  create,
  createButton,
  createButtons,
  createResult,
  createSelect,
  findPlace,
  formatReais,
  formatTime,
} from './elements.js';
import type { PixRecord } from '../../../sandbox/memory.js';
import type { ControlClient } from './control-client.js';
import type { PanelWords } from './words.js';

/** How long a late payer takes, ms. */
const LATE_MS = 4000;

/** The parts of the panel that its Pix section works with. */
interface PixParts {
  send: ControlClient;
  words: PanelWords['pix'];
  /** The service's time as far as the panel knows it, epoch ms. */
  now: () => number;
  /** Called after something happened to a charge. */
  onAct: () => void;
}

interface Row {
  state: HTMLElement;
  pay: HTMLButtonElement;
}

/**
 * Mounts the section with the Pix charges, where a person plays the bank and spoils the next code. Returns a function that shows the charges,
 * the latest first.
 */
export function mountPixSection(parts: PixParts): (records: readonly PixRecord[]) => void {
  const { words, now } = parts;
  const none = create('p', { class: 'hint', id: 'pix-empty' }, words.none);
  const list = create('ul', { id: 'pix' });
  findPlace('pix').append(none, list, ...createNextCode(parts));
  // Rows stay where they are, so that the focus does too.
  const rows = new Map<string, Row>();
  const addRow = (record: PixRecord): Row => {
    const { element, ...row } = createRow(record, parts);
    list.prepend(element);
    rows.set(record.id, row);
    return row;
  };
  return (records) => {
    none.hidden = records.length > 0;
    for (const record of records) {
      const row = rows.get(record.id) ?? addRow(record);
      const isWaiting = record.state === 'pending' && record.expiresAt > now();
      const text = formatState(record, isWaiting, words);
      if (row.state.textContent !== text) row.state.textContent = text;
      // Paying late, or twice, stays possible: the shop's reaction is to be tried.
      row.pay.className = isWaiting ? 'main' : '';
    }
  };
}

function createRow(record: PixRecord, parts: PixParts): Row & { element: HTMLLIElement } {
  const { id, amount, createdAt } = record;
  const { settle, ...others } = parts.words.actions;
  const addButton = (action: string, label: string): HTMLButtonElement =>
    createButton(label, () => void act(action, id, parts), {
      'aria-label': parts.words.name(label, formatReais(amount), formatTime(createdAt)),
    });
  const state = create('span');
  const pay = addButton('settle', settle);
  const facts = create('div', {}, create('strong', {}, formatReais(amount)), state, create('code', {}, id));
  const buttons = createButtons(pay, ...Object.entries(others).map(([action, label]) => addButton(action, label)));
  return { element: create('li', {}, facts, buttons), state, pay };
}

async function act(action: string, id: string, { send, onAct }: PixParts): Promise<void> {
  const steps = action === 'late' ? ['expire', 'settle'] : [action];
  for (const [index, step] of steps.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await send('POST pix', { action: step, id }).catch(() => undefined);
    onAct();
  }
}

function createNextCode({ send, words }: PixParts): HTMLElement[] {
  const result = createResult('pix-result');
  const select = createSelect(words.codes, { id: 'pix-next' });
  select.addEventListener('change', () => {
    void carryOut(result, async () => {
      await spoilNextCode(send, select.value);
      return words.planned;
    });
  });
  return [create('label', {}, words.next, select), result];
}

/** Spoils the next Pix code by the name of a fault, with its parameter `what` after a colon; an empty name spoils none. */
export async function spoilNextCode(send: ControlClient, name: string): Promise<void> {
  const [fault, what] = name.split(':');
  await send('DELETE faults');
  if (fault) await send('POST faults', { operation: 'generatePixQrCode', fault, times: 1, what });
}

function formatState(record: PixRecord, isWaiting: boolean, words: PanelWords['pix']): string {
  const { state, createdAt, expiresAt, paidAt } = record;
  const ended = words.states[state === 'pending' ? 'expired' : state];
  const now = isWaiting ? words.pendingUntil(formatTime(expiresAt)) : ended;
  return [formatTime(createdAt), now, ...(paidAt === undefined ? [] : [words.paidAt(formatTime(paidAt))])].join(' · ');
}
