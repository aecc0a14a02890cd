import type { Clock } from '../../domain/clock.js';
import type { ServiceRecords, PixRecord } from '../memory.js';
import { formatPixState } from './pix-status-words.js';
import type { ServiceVariant } from '../variant.js';

/** A function that sends a notice to an address, and rejects unless the status of the response is 2xx. */
export type Deliver = (url: string, body: unknown) => Promise<void>;

/** The delays before the second and the third attempt, ms. */
const RETRY_DELAYS_MS = [1000, 5000];

/** The maximum number of attempts to send a notice. */
export const NOTICE_TRIES = RETRY_DELAYS_MS.length + 1;

/** The time limit of a webhook address's response, ms. */
const NOTICE_LIMIT_MS = 10_000;

/**
 * Sends a notice once by `fetch`, and returns the status of the response.
 *
 * @param limitMs The time limit of the response. Default 10 seconds.
 * @throws {Error} No response came in time, or the network failed: `cause` is then the network's error.
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

/** Returns whether a status means that a notice was accepted: 2xx. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Sends a notice by `fetch`, and rejects unless the status of the response is 2xx. */
export async function deliverByFetch(url: string, body: unknown): Promise<void> {
  const status = await sendNotice(url, body);
  if (!isDelivered(status)) throw new TypeError(`The webhook address responded ${status}.`);
}

/** The input of `notifyPaid`. */
interface WebhookCall {
  record: PixRecord;
  variant: ServiceVariant;
  ledger: ServiceRecords;
  clock: Clock;
  deliver: Deliver;
}

/** Notifies the webhook address that a charge was paid, if the charge has the webhook flag. Makes up to three attempts. */
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
