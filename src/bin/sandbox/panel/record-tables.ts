import { create, findPlace, formatReais, formatTime } from './elements.js';
import { NOTICE_TRIES } from '../../../sandbox/pix/webhook.js';
import type { WebhookRecord } from '../../../sandbox/memory.js';
import type { SandboxState } from '../../../sandbox/sandbox.js';
import type { PanelWords } from './words.js';

/** How many notices and requests are shown. */
const LATEST = 20;

/**
 * Mounts the tables of the charges, the webhook notices and the requests. Returns a function that fills them. Of a request neither the headers
 * nor the body are shown.
 */
export function mountRecordTables(words: PanelWords): (state: SandboxState) => void {
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

/** Creates a table in the section of its name. Returns a function that fills it with rows, the latest first. */
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
