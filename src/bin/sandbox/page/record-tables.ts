import { create, find, formatAmount, formatTime } from './page-elements.js';
import { NOTICE_TRIES } from '../../../sandbox/pix/webhook.js';
import type { WebhookRecord } from '../../../sandbox/state/ledger.js';
import type { SandboxState } from '../../../sandbox/sandbox.js';

/** How many requests are shown. */
const LATEST = 20;

/** Shows the charges, the latest notices and the latest requests; neither their headers nor their bodies. */
export function showRecords({ charges, webhooks, requests }: SandboxState): void {
  fill(
    'charges',
    charges.map(({ at, amount, installments, whoPaysFee, last4, identifier }) => {
      return [formatTime(at), formatAmount(amount), String(installments), whoPaysFee, `•••• ${last4}`, identifier];
    }),
  );
  fill(
    'notices',
    webhooks
      .slice(-LATEST)
      .map((notice) => [formatTime(notice.at), formatAddress(notice.url), describeDelivery(notice), String(notice.tries)]),
  );
  fill(
    'requests',
    requests.slice(-LATEST).map(({ at, method, path, operation = 'none' }) => [formatTime(at), method, path, operation]),
  );
}

/** Origin and path, as the program prints them. */
function formatAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function describeDelivery({ delivered, tries }: WebhookRecord): string {
  if (delivered) return 'yes';
  return tries < NOTICE_TRIES ? 'not yet' : 'no';
}

/** Fills a table with rows, the latest first. */
function fill(id: string, rows: readonly string[][]): void {
  find(`${id}-scroll`, HTMLElement).hidden = rows.length === 0;
  find(`${id}-empty`, HTMLElement).hidden = rows.length > 0;
  const elements = rows.map((cells) => create('tr', ...cells.map((cell) => create('td', cell)))).reverse();
  find(id, HTMLTableElement).tBodies[0]?.replaceChildren(...elements);
}
