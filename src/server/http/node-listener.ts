/// <reference types="node" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequest } from './node/read-request.js';
import { writeResponse } from './node/write-response.js';
import { respondJson, respondProblem } from './respond.js';

/** What `node:http`, Express, Connect and Vite call with each request. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** What no `Request` may be made of, and nobody but an attacker sends. */
const REFUSED_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/**
 * A listener for `node:http`, Express, Connect or Vite around a handler of `Request`s. Resolves when the response was handed over; never rejects.
 *
 * - Bodies are streamed both ways. Where Express' `json()` has read the body, what it made of it is written as JSON again: a signature of the
 *   body can then not be verified, so mount this before it.
 * - `request.signal` is aborted when the client goes away before the response's end.
 * - A handler that rejects is 500 `{}`; if the response has begun, the connection breaks.
 */
export function toNodeListener(handle: (request: Request) => Promise<Response>): NodeListener {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    try {
      await writeResponse(await respond(incoming, gone.signal, handle), outgoing, gone.signal);
    } catch {
      outgoing.destroy();
    }
  };
}

async function respond(incoming: IncomingMessage, signal: AbortSignal, handle: (request: Request) => Promise<Response>): Promise<Response> {
  if (REFUSED_METHODS.includes(incoming.method ?? '')) return respondProblem(405, 'This method is refused.');
  const request = readRequest(incoming, signal);
  if (!request) return respondProblem(400, 'The address or the Host header is none.');
  try {
    return await handle(request);
  } catch {
    return respondJson({}, { status: 500 });
  }
}
