import { formatClockTime } from './clock-time.js';
import { isControlRead } from '../../sandbox/control.js';
import type { FetchHandler } from '../../sandbox/node.js';

/** A request that the sandbox has responded to. */
export interface ServedRequest {
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
