import type { BalcaoEvents } from 'balcao';
import { wireCopyButton } from '../page/copy-button.js';
import { createElement, findElement } from '../page/find-element.js';

/** The names of the checkout's events. If the types gain or lose an event, this constant does not compile. */
const EVENT_NAMES: Record<keyof BalcaoEvents, true> = {
  'balcao-ready': true,
  'balcao-field-focus': true,
  'balcao-field-blur': true,
  'balcao-card-changed': true,
  'balcao-method-changed': true,
  'balcao-before-pay': true,
  'balcao-approved': true,
  'balcao-declined': true,
  'balcao-failed': true,
  'balcao-unconfirmed': true,
  'balcao-card-saved': true,
  'balcao-card-selected': true,
  'balcao-card-deleted': true,
  'balcao-pix-created': true,
  'balcao-pix-expired': true,
  'balcao-pix-paid': true,
  'balcao-pix-ended': true,
  'balcao-boleto-created': true,
  'balcao-boleto-expired': true,
  'balcao-boleto-paid': true,
  'balcao-boleto-ended': true,
  'balcao-duplicate': true,
  'balcao-problem': true,
};

/** The colour of an event in the log: it shows how the attempt ended for the shopper. */
const TONES = new Map([
  ['balcao-approved', 'good'],
  ['balcao-pix-paid', 'good'],
  ['balcao-boleto-paid', 'good'],
  ['balcao-declined', 'bad'],
  ['balcao-failed', 'bad'],
  ['balcao-duplicate', 'bad'],
  ['balcao-problem', 'bad'],
  ['balcao-unconfirmed', 'open'],
]);

/** The maximum number of entries. The oldest ones are dropped first. */
const MAX_ENTRIES = 200;

/** Mounts the log of all events of the checkouts on this page, newest last. The text of the log can be copied into a bug report. */
export function mountEventLog(): void {
  const list = findElement('#events', HTMLOListElement);
  const count = findElement('#event-count', HTMLElement);
  const copyAll = findElement('#events-copy', HTMLButtonElement);
  const clear = findElement('#events-clear', HTMLButtonElement);
  let texts: string[] = [];

  const refresh = (): void => {
    count.textContent = texts.length === 1 ? '1 evento' : `${texts.length} eventos`;
    copyAll.disabled = clear.disabled = texts.length === 0;
  };
  const add = (event: Event): void => {
    const at = new Date();
    const detail = formatDetail(event);
    list.querySelector('details[open]')?.removeAttribute('open');
    list.append(createEntry(event.type, at, detail));
    texts.push(`${at.toISOString()} ${event.type} ${detail}`);
    if (texts.length > MAX_ENTRIES) {
      texts.shift();
      list.firstElementChild?.remove();
    }
    list.scrollTop = list.scrollHeight;
    refresh();
  };

  for (const name of Object.keys(EVENT_NAMES)) document.addEventListener(name, add);
  wireCopyButton(copyAll, () => texts.join('\n\n'));
  clear.addEventListener('click', () => {
    texts = [];
    list.replaceChildren();
    refresh();
  });
}

function createEntry(name: string, at: Date, detail: string): HTMLLIElement {
  const entry = createElement('li', 'event');
  entry.dataset['tone'] = TONES.get(name) ?? 'plain';
  const box = createElement('details', 'event-box');
  box.open = detail !== 'null';
  const summary = createElement('summary', 'event-line');
  const time = createElement('time', 'event-time', at.toLocaleTimeString('pt-BR'));
  time.dateTime = at.toISOString();
  summary.append(createElement('span', 'event-name', name), time);
  const copy = createElement('button', 'bench-button event-copy', 'Copiar');
  copy.type = 'button';
  wireCopyButton(copy, () => `${name} ${detail}`);
  const code = createElement('pre', 'code', detail);
  code.tabIndex = 0;
  code.setAttribute('role', 'region');
  code.setAttribute('aria-label', `Detalhe de ${name}`);
  box.append(summary, code, copy);
  entry.append(box);
  return entry;
}

/** Formats an event's detail as JSON. The message of an error is not enumerable, so it is added here. */
function formatDetail(event: Event): string {
  if (!(event instanceof CustomEvent)) return 'null';
  const readable = (_key: string, value: unknown): unknown => (value instanceof Error ? { ...value, message: value.message } : value);
  return JSON.stringify(event.detail, readable, 2) ?? 'null';
}
