import { formatCardNumber } from '../../domain/card/number.js';
import { CONTROL_SEGMENT, isControlRead } from '../../sandbox/control.js';
import { magicAmounts, magicCards } from '../../sandbox/faults/magic.js';
import { isDelivered, sendNotice, type Deliver } from '../../sandbox/pix/webhook.js';
import type { FetchHandler } from '../../sandbox/node.js';

/** The room that the documents and recipes use. Any other name is a separate service. */
const ROOM = 'demo';

/** Returns the addresses of the room that the documents use. */
export function listAddresses(origin: string): { baseUrl: string; controlUrl: string } {
  const baseUrl = `${origin}/${ROOM}/`;
  return { baseUrl, controlUrl: `${baseUrl}${CONTROL_SEGMENT}` };
}

/** Formats the start message for people: the addresses of the sandbox, its test cards and amounts. */
export function formatStart(origin: string): string {
  const { baseUrl, controlUrl } = listAddresses(origin);
  const cards = magicCards.map(({ number, about }) => `  ${formatCardNumber(number).padEnd(19)}  ${about}`);
  const amounts = magicAmounts.map(({ amount, operation, about }) => {
    const method = operation === 'processPayment' ? 'card' : 'Pix';
    return `  ${amount.toFixed(2)}  ${method.padEnd(4)}  ${about}`;
  });
  return [
    `Base URL      ${baseUrl}`,
    `Control page  ${controlUrl}`,
    '',
    'Test cards, with any month and year ahead and any code:',
    ...cards,
    '',
    'Amounts that do something, in reais:',
    ...amounts,
    '',
    'Requests, as they come. Ctrl+C ends the sandbox; what it knows is gone then.',
  ].join('\n');
}

/** Formats the start message as one line of JSON. */
export function formatStartJson(origin: string): string {
  return JSON.stringify({ event: 'listening', ...listAddresses(origin), cards: magicCards, amounts: magicAmounts });
}

/** A request that the sandbox has handled. */
interface ServedRequest {
  /** The time of arrival, epoch ms. */
  at: number;
  method: string;
  /** The path without the query. A number as long as a card number is replaced. */
  path: string;
  /** The status of the response; `undefined` if the connection broke instead. */
  status: number | undefined;
  /** The time until the response began, whole ms. */
  durationMs: number;
}

/**
 * A number with at least as many digits as a card number, grouped or not. It is redacted in case somebody sends a card number in a path.
 */
const LONG_NUMBER = /\d(?:(?:[.+_-]|%20)*\d){11,}/g;

/** Reports each request of a service, except the reads of its control page, which arrive every second. */
export function watchRequests(service: FetchHandler, report: (request: ServedRequest) => void): FetchHandler {
  return async (request, peer) => {
    if (isControlRead(request)) return service(request, peer);
    const { method } = request;
    const { pathname } = new URL(request.url);
    const at = Date.now();
    const startedAt = performance.now();
    const path = pathname.replace(LONG_NUMBER, '[number]');
    const end = (status: number | undefined): void =>
      report({ at, method, path, status, durationMs: Math.round(performance.now() - startedAt) });
    try {
      const response = await service(request, peer);
      end(response.status);
      return response;
    } catch (error) {
      end(undefined);
      throw error;
    }
  };
}

/** Formats a request as a line for people: time of day, method, path, status, duration. */
export function formatRequestLine({ at, method, path, status, durationMs }: ServedRequest): string {
  return `${formatClockTime(at)}  ${method.padEnd(7)}  ${path}  ${status ?? 'connection broken'}  ${durationMs} ms`;
}

/** Formats a request as one line of JSON; `status` is `null` if the connection broke. */
export function formatRequestJson({ at, method, path, status, durationMs }: ServedRequest): string {
  return JSON.stringify({ event: 'request', at: new Date(at).toISOString(), method, path, status: status ?? null, durationMs });
}

/** One attempt to deliver a notice to the webhook address. */
interface NoticeTry {
  /** The time at which the notice was sent, epoch ms. */
  at: number;
  /** The origin and path of the address, without the query. */
  url: string;
  /** The status of the response, or the reason why there is none. */
  outcome: number | 'connection refused' | 'no response';
  /** The time until the response began or the attempt was given up, whole ms. */
  durationMs: number;
}

/**
 * Returns a `Deliver` that sends by `fetch` and reports each attempt.
 *
 * @param limitMs The time limit of a response. Default: that of `sendNotice`.
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

/** Formats an attempt as a line for people: time of day, `WEBHOOK`, address, status or the reason why there is none, duration. */
export function formatWebhookLine({ at, url, outcome, durationMs }: NoticeTry): string {
  return `${formatClockTime(at)}  WEBHOOK  ${url}  ${outcome}  ${durationMs} ms`;
}

/** Formats an attempt as one line of JSON. If no response came, `status` is `null` and `problem` has the reason. */
export function formatWebhookJson({ at, url, outcome, durationMs }: NoticeTry): string {
  const result = typeof outcome === 'number' ? { status: outcome } : { status: null, problem: outcome };
  return JSON.stringify({ event: 'webhook', at: new Date(at).toISOString(), url, ...result, durationMs });
}

/** Formats an instant, epoch ms, as the time of day in this machine's time zone: `13:04:05`. */
function formatClockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
