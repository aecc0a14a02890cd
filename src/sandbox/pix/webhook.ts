import type { Clock } from '../../domain/clock.js';
import type { ServiceRecords, PixRecord } from '../memory.js';
import { formatPixState } from './pix-status-words.js';
import type { ServiceVariant } from '../variant.js';

/** Sends a notice to an address; rejects unless the response is 2xx. */
export type Deliver = (url: string, body: unknown) => Promise<void>;

/** Delays before the second and third try, ms. */
const RETRY_DELAYS_MS = [1000, 5000];

/** How often a notice is sent at most. */
export const NOTICE_TRIES = RETRY_DELAYS_MS.length + 1;

/** How long a webhook address may take to respond, ms. */
const NOTICE_LIMIT_MS = 10_000;

/**
 * Sends a notice once by `fetch`, and returns the status of the response.
 *
 * @param limitMs How long the address may take. Default 10 seconds.
 * @throws {Error} No response came in time; `cause` is the network's.
 */
export async function sendNotice(url: string, body: unknown, limitMs = NOTICE_LIMIT_MS): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limitMs),
  });
  await response.body?.cancel();
  return response.status;
}

/** True for a status that accepts a notice: 2xx. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Sends by `fetch`. */
export async function deliverByFetch(url: string, body: unknown): Promise<void> {
  const status = await sendNotice(url, body);
  if (!isDelivered(status)) throw new TypeError(`The webhook address responded ${status}.`);
}

/** The input for a notice. */
interface WebhookCall {
  record: PixRecord;
  variant: ServiceVariant;
  ledger: ServiceRecords;
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
  const notice = { url, body, at: clock.now(), delivered: false, tries: 0 };
  ledger.webhooks.push(notice);
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    notice.delivered = await deliver(url, body).then(
      () => true,
      () => false,
    );
    notice.tries += 1;
    if (notice.delivered || delayMs === undefined) return;
    await new Promise<void>((resolve) => clock.schedule(resolve, delayMs));
  }
}
