import type { Clock } from '../../domain/clock.js';
import type { Ledger, PixRecord } from '../state/ledger.js';
import { formatPixState } from './pix-status-words.js';
import type { ServiceVariant } from '../variant.js';

/** Sends a notice to an address; rejects unless the response is 2xx. */
export type Deliver = (url: string, body: unknown) => Promise<void>;

/** Delays before the second and third try, ms. */
const RETRY_DELAYS_MS = [1000, 5000];

/** Sends by `fetch`. */
export async function deliverByFetch(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new TypeError(`The webhook address answered ${answer.status}.`);
}

/** What a notice is created from. */
export interface WebhookCall {
  record: PixRecord;
  variant: ServiceVariant;
  ledger: Ledger;
  clock: Clock;
  deliver: Deliver;
}

/** Notifies the webhook address that a charge was paid, where the charge asked for it; up to three tries. */
export async function notifyPaid({ record, variant, ledger, clock, deliver }: WebhookCall): Promise<void> {
  if (!record.webhook || variant.webhookUrl === '') return;
  const url = variant.webhookUrl;
  const body = {
    qrCodeId: record.id,
    qrCodeNumber: record.number,
    amount: record.amount,
    status: formatPixState(record.state, variant.pixStatusSystem),
    paidAt: new Date(record.paidAt ?? clock.now()).toISOString(),
  };
  const notice = { url, body, at: clock.now(), delivered: false };
  ledger.webhooks.push(notice);
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    notice.delivered = await deliver(url, body).then(
      () => true,
      () => false,
    );
    if (notice.delivered || delayMs === undefined) return;
    await new Promise<void>((resolve) => clock.schedule(resolve, delayMs));
  }
}
