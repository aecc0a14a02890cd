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

/** The time between the expiry of a code and its late payment, ms. */
const LATE_MS = 4000;

/** The parts of the panel that its Pix section needs. */
interface PixParts {
  send: ControlClient;
  words: PanelWords['pix'];
  /** Returns the service's time, as far as the panel knows it, epoch ms. */
  now: () => number;
  /** Called after each action on a charge. */
  onAct: () => void;
}

/** The elements of a charge's row that change later. */
interface Row {
  state: HTMLElement;
  pay: HTMLButtonElement;
}

/**
 * Mounts the section with the Pix charges. In it, a person acts as the bank and plans a fault for the next code. Returns a function that
 * shows the charges, the latest first.
 */
export function mountPixSection(parts: PixParts): (records: readonly PixRecord[]) => void {
  const { words, now } = parts;
  const none = create('p', { class: 'hint', id: 'pix-empty' }, words.none);
  const list = create('ul', { id: 'pix' });
  findPlace('pix').append(none, list, ...createNextCode(parts));
  // A row is never moved or replaced, so that it keeps the focus.
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
      // A charge can still be paid late or twice, so that a developer can test how the shop reacts.
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

/** Executes an action on a charge. The action `late` lets the code expire, then pays it. */
async function act(action: string, id: string, { send, onAct }: PixParts): Promise<void> {
  const steps = action === 'late' ? ['expire', 'settle'] : [action];
  for (const [index, step] of steps.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await send('POST pix', { action: step, id }).catch(() => undefined);
    onAct();
  }
}

/** Creates the field that plans a fault for the next Pix code. */
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

/** Plans a fault for the next Pix code and removes all others. `name` is a fault, `FAULT:WHAT` adds its parameter `what`, '' plans none. */
export async function spoilNextCode(send: ControlClient, name: string): Promise<void> {
  const [fault, what] = name.split(':');
  await send('DELETE faults');
  if (fault) await send('POST faults', { operation: 'generatePixQrCode', fault, times: 1, what });
}

/** Formats the times and the state of a charge. */
function formatState(record: PixRecord, isWaiting: boolean, words: PanelWords['pix']): string {
  const { state, createdAt, expiresAt, paidAt } = record;
  const ended = words.states[state === 'pending' ? 'expired' : state];
  const now = isWaiting ? words.pendingUntil(formatTime(expiresAt)) : ended;
  return [formatTime(createdAt), now, ...(paidAt === undefined ? [] : [words.paidAt(formatTime(paidAt))])].join(' · ');
}
