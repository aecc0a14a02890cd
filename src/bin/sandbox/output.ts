import { formatCardNumber } from '../../domain/card/number.js';
import { CONTROL_SEGMENT, isControlRead } from '../../sandbox/control.js';
import { magicAmounts, magicCards } from '../../sandbox/faults/magic.js';
import { isDelivered, sendNotice, type Deliver } from '../../sandbox/pix/webhook.js';
import type { FetchHandler } from '../../sandbox/node.js';

/** The room that the documents and recipes use; any other name is a service of its own. */
const ROOM = 'demo';

function listAddresses(origin: string): { baseUrl: string; controlUrl: string } {
  const baseUrl = `${origin}/${ROOM}/`;
  return { baseUrl, controlUrl: `${baseUrl}${CONTROL_SEGMENT}` };
}

/** Says in words where the sandbox is and what can be tried in it. */
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

/** The same as one line of JSON. */
export function formatStartJson(origin: string): string {
  return JSON.stringify({ event: 'listening', ...listAddresses(origin), cards: magicCards, amounts: magicAmounts });
}

/** A request that the sandbox has responded to. */
interface ServedRequest {
  /** When it came, epoch ms. */
  at: number;
  method: string;
  /** Without the query; a number as long as a card's is left out. */
  path: string;
  /** `undefined` where the connection broke instead. */
  status: number | undefined;
  /** Until the response began, whole ms. */
  durationMs: number;
}

/** As many digits as a card number has, grouped or not: nobody should send one in a path, and if somebody does it is not printed. */
const LONG_NUMBER = /\d(?:(?:[.+_-]|%20)*\d){11,}/g;

/** Reports each request of a service, but for the reads of its control page, which come every second. */
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

/** Formats a request as one line of JSON; `status` is `null` where the connection broke. */
export function formatRequestJson({ at, method, path, status, durationMs }: ServedRequest): string {
  return JSON.stringify({ event: 'request', at: new Date(at).toISOString(), method, path, status: status ?? null, durationMs });
}

/** One try to deliver a notice to the webhook address. */
interface NoticeTry {
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

/** Formats an instant, epoch ms, as the time of day of this machine: `13:04:05`. */
function formatClockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
