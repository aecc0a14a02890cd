import { formatCardNumber } from '../../../domain/card/number.js';
import { magicAmounts, magicCards } from '../../../sandbox/faults/magic.js';
import { createControlClient, type ControlClient } from './control-client.js';
import {
  carryOut,
  create,
  createButton,
  createResult,
  find,
  findPlace,
  formatReais,
  createButtons,
  createSelect,
  formatTime,
} from './elements.js';
import { mountFaultForm, mountTokenForm, mountVariantForm } from './forms.js';
import { mountPixSection } from './pix-section.js';
import type { PanelWords } from './words.js';
import { NOTICE_TRIES } from '../../../sandbox/pix/webhook.js';
import type { WebhookRecord } from '../../../sandbox/memory.js';
import type { SandboxState } from '../../../sandbox/sandbox.js';

/** The interval at which a visible panel polls the sandbox's state, ms. */
const PERIOD_MS = 1000;

/** Settings of the panel. */
interface PanelOptions {
  /** The address of the control endpoints, with a slash at the end; an empty text is the page's own folder. */
  url: string;
  words: PanelWords;
  /** Called after each change of a Pix charge or of the service's clock. */
  onAct?: () => void;
  /** Returns whether the panel is visible. Default: always. */
  isSeen?: () => boolean;
}

/** The panel of one sandbox in a page. */
interface Panel {
  send: ControlClient;
  clock: ClockSection;
}

/**
 * Mounts the panel that shows and controls a sandbox. The control page of `balcao sandbox` and the demo's bench use it. The page must have
 * an element for each section, such as `data-panel="pix"`, and `#connection` for the state of the connection. Resolves when the panel is
 * complete.
 */
export async function mountPanel({ url, words, onAct, isSeen = () => true }: PanelOptions): Promise<Panel> {
  const send = createControlClient(url);
  const act = (): void => {
    onAct?.();
    void refresh();
  };
  const clock = mountClockSection(send, words.clock, act);
  const showPix = mountPixSection({ send, words: words.pix, now: () => Date.now() + clock.aheadMs(), onAct: act });
  const showRecords = mountRecordTables(words);
  const connection = find('#connection', HTMLElement);
  let shown = '';
  const refresh = async (): Promise<void> => {
    const state = await send('GET state').catch(() => undefined);
    connection.classList.toggle('lost', !state);
    const text = state ? words.running(state.pending.length) : words.lost;
    if (connection.textContent !== text) connection.textContent = text;
    if (!state) return;
    showPix(state.pix);
    const records = JSON.stringify(state);
    if (records !== shown) showRecords(state);
    shown = records;
  };
  const refreshWhileSeen = async (): Promise<void> => {
    if (!document.hidden && isSeen()) await refresh();
    setTimeout(() => void refreshWhileSeen(), PERIOD_MS);
  };
  document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
  mountFaultForm(send, words.faults);
  mountTokenForm(send, words.tokens);
  mountTestCards(words.cards);
  await Promise.all([refresh(), mountVariantForm(send, words.variant).catch(() => undefined)]);
  void refreshWhileSeen();
  return { send, clock };
}

/** Mounts the list of the magic card numbers and amounts. */
function mountTestCards(words: PanelWords['cards']): void {
  const result = createResult('cards-result');
  const copy = (number: string): Promise<string> =>
    navigator.clipboard.writeText(number).then(
      () => words.copied,
      () => words.notCopied,
    );
  const cards = magicCards.map((card) => {
    const number = formatCardNumber(card.number);
    const button = createButton(words.copy, () => void carryOut(result, () => copy(card.number)), {
      'aria-label': `${words.copy} ${number}`,
    });
    return create('li', {}, create('code', {}, number), create('span', {}, words.describeCard(card)), button);
  });
  const amounts = magicAmounts.map((amount) =>
    create('li', {}, create('code', {}, formatReais(amount.amount)), create('span', {}, words.describeAmount(amount))),
  );
  findPlace('cards').append(
    create('p', { class: 'hint' }, words.hint),
    create('ul', { id: 'cards' }, ...cards),
    result,
    create('ul', { id: 'amounts' }, ...amounts),
  );
}

const MINUTE_MS = 60_000;

/** The steps by which a person can advance the service's clock, in minutes. */
const STEPS = [5, 30];

/** The service's clock. */
export interface ClockSection {
  /** The time by which the panel has set the service's clock ahead of this device's clock, ms. */
  aheadMs(): number;
  /** Moves the service's clock on. Resolves when the request has ended. */
  advance(minutes: number): Promise<void>;
  /** Sets the service's clock to the time of this device. Resolves when the request has ended. */
  reset(): Promise<void>;
}

/**
 * Mounts the section in which a person sets the service's clock ahead of this device's or behind it. `onAct` is called after each change.
 */
function mountClockSection(send: ControlClient, words: PanelWords['clock'], onAct: () => void): ClockSection {
  const status = createResult('clock-status');
  const device = createSelect(words.offsets, { id: 'clock-device' });
  device.value = '0';
  let advancedMs = 0;
  let appliedMs: number | undefined;
  const aheadMs = (): number => Number(device.value) * MINUTE_MS + advancedMs;
  const apply = (): Promise<void> =>
    carryOut(status, async () => {
      await send('POST clock', { aheadMs: aheadMs() });
      // The reset when a page opens only confirms the time that the page already shows, so it does not count as an action.
      const isFirstReset = appliedMs === undefined && aheadMs() === 0;
      appliedMs = aheadMs();
      if (!isFirstReset) onAct();
      return aheadMs() === 0 ? words.same : words.apart(aheadMs() / MINUTE_MS);
    });
  const advance = (minutes: number): Promise<void> => {
    advancedMs += minutes * MINUTE_MS;
    return apply();
  };
  device.addEventListener('change', () => void apply());
  findPlace('clock').append(
    create('label', {}, words.device, device),
    createButtons(...STEPS.map((minutes) => createButton(words.advance(minutes), () => void advance(minutes)))),
    status,
    create('p', { class: 'hint' }, words.hint),
  );
  return {
    aheadMs,
    advance,
    async reset() {
      device.value = '0';
      advancedMs = 0;
      if (appliedMs !== 0) await apply();
    },
  };
}

/** The number of notices and of requests that are shown. */
const LATEST = 20;

/**
 * Mounts the tables of the charges, the webhook notices and the requests. Returns a function that fills the tables. The headers and the
 * body of a request are never shown.
 */
function mountRecordTables(words: PanelWords): (state: SandboxState) => void {
  const count = create('p', { class: 'hint', id: 'charges-count', role: 'status' });
  findPlace('charges').append(count);
  const fillCharges = createTable('charges', words.charges);
  const fillNotices = createTable('notices', words.notices);
  const fillRequests = createTable('requests', words.requests);
  return ({ charges, webhooks, requests }) => {
    count.hidden = charges.length === 0;
    count.textContent = words.charges.count(charges.length);
    fillCharges(
      charges.map(({ at, amount, installments, whoPaysFee, last4, identifier }) => {
        return [formatTime(at), formatReais(amount), String(installments), whoPaysFee, `•••• ${last4}`, identifier];
      }),
    );
    fillNotices(
      webhooks.slice(-LATEST).map((notice) => {
        const { origin, pathname } = new URL(notice.url);
        return [formatTime(notice.at), origin + pathname, words.notices.delivered[deriveDelivery(notice)], String(notice.tries)];
      }),
    );
    fillRequests(requests.slice(-LATEST).map(({ at, method, path, operation = 'none' }) => [formatTime(at), method, path, operation]));
  };
}

function deriveDelivery({ delivered, tries }: WebhookRecord): 'yes' | 'notYet' | 'no' {
  if (delivered) return 'yes';
  return tries < NOTICE_TRIES ? 'notYet' : 'no';
}

/** Creates a table in a section. Returns a function that fills the table with rows, in reverse order: the latest comes first. */
function createTable(id: string, { none, columns }: { none: string; columns: readonly string[] }): (rows: readonly string[][]) => void {
  const empty = create('p', { class: 'hint', id: `${id}-empty` }, none);
  const body = create('tbody');
  const head = create('tr', {}, ...columns.map((column) => create('th', { scope: 'col' }, column)));
  const table = create('table', { id }, create('thead', {}, head), body);
  const place = findPlace(id);
  const scroll = create('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': columns.join(', '), hidden: '' }, table);
  place.append(empty, scroll);
  return (rows) => {
    empty.hidden = rows.length > 0;
    scroll.hidden = rows.length === 0;
    body.replaceChildren(...rows.map((cells) => create('tr', {}, ...cells.map((cell) => create('td', {}, cell)))).reverse());
  };
}
