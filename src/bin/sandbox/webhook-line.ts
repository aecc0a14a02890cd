import { isDelivered, sendNotice, type Deliver } from '../../sandbox/pix/webhook.js';
import { formatClockTime } from './clock-time.js';

/** One try to deliver a notice to the webhook address. */
export interface NoticeTry {
  /** When it was sent, epoch ms. */
  at: number;
  /** Origin and path of the address; the query is left out. */
  url: string;
  /** The status of the response, or why there is none. */
  outcome: number | 'connection refused' | 'no response';
  /** Until the response began or the try was given up, whole ms. */
  durationMs: number;
}

/**
 * Returns a `Deliver` by `fetch` that reports each try.
 *
 * @param limitMs How long an address may take to respond; that of `sendNotice` by default.
 */
export function createWatchedDeliver(report: (notice: NoticeTry) => void, limitMs?: number): Deliver {
  return async (url, body) => {
    const at = Date.now();
    const startedAt = performance.now();
    const { origin, pathname } = new URL(url);
    const outcome = await sendNotice(url, body, limitMs).catch(explainSilence);
    report({ at, url: origin + pathname, outcome, durationMs: Math.round(performance.now() - startedAt) });
    if (typeof outcome !== 'number' || !isDelivered(outcome)) throw new Error(`The notice was not delivered: ${outcome}.`);
  };
}

function explainSilence(error: unknown): 'connection refused' | 'no response' {
  const { cause }: { cause?: unknown } = Object(error);
  const { code }: { code?: unknown } = Object(cause);
  return code === 'ECONNREFUSED' ? 'connection refused' : 'no response';
}

/** Formats a try as a line for people: time of day, `WEBHOOK`, address, status or why there is none, duration. */
export function formatWebhookLine({ at, url, outcome, durationMs }: NoticeTry): string {
  return `${formatClockTime(at)}  WEBHOOK  ${url}  ${outcome}  ${durationMs} ms`;
}

/** Formats a try as one line of JSON; `status` is `null` where no response came, and `problem` says why. */
export function formatWebhookJson({ at, url, outcome, durationMs }: NoticeTry): string {
  const result = typeof outcome === 'number' ? { status: outcome } : { status: null, problem: outcome };
  return JSON.stringify({ event: 'webhook', at: new Date(at).toISOString(), url, ...result, durationMs });
}
