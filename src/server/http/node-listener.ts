/// <reference types="node" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rememberAddress } from './client-address.js';
import { respondJson, respondProblem } from './response.js';

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

/** A host and a port, as browsers and the service send them: anything else may be made to look like another address. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The request that has come, its body unread; `undefined` for one that cannot be expressed: a bad `Host`, no path. `signal` is its
 * own: aborted when the client goes away.
 */
export function readRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  try {
    const request = new Request(readUrl(incoming), createInit(incoming, signal));
    const { remoteAddress } = incoming.socket;
    if (remoteAddress !== undefined) rememberAddress(request, remoteAddress);
    return request;
  } catch {
    return undefined;
  }
}

function readUrl(incoming: IncomingMessage): URL {
  // What Express, Connect and Vite add: the address before anything was mounted.
  const originalUrl: unknown = Reflect.get(incoming, 'originalUrl');
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '');
  const authority = incoming.headers[':authority'];
  const host = incoming.headers.host ?? (typeof authority === 'string' ? authority : 'localhost');
  if (!HOST.test(host)) throw new TypeError('The Host is none.');
  // A proxy may send the whole address, whose host counts for nothing beside the header's.
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!path.startsWith('/')) throw new TypeError('The target is no path.');
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  return new URL(`${scheme}://${host}${path}`);
}

function createInit(incoming: IncomingMessage, signal: AbortSignal): RequestInit & { duplex: 'half' } {
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return { method, headers: readHeaders(incoming), signal, duplex: 'half', ...(hasBody && { body: readBody(incoming) }) };
}

function readHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // Those of HTTP/2 that begin with a colon are parts of the address.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  return headers;
}

function readBody(incoming: IncomingMessage): BodyInit {
  // What a parser of Express made of the body. One that found nothing to parse leaves the stream alone, whatever it put there.
  const body: unknown = Reflect.get(incoming, 'body');
  if (!incoming.readableDidRead || body === undefined) return streamBody(incoming);
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** The body as it is read: nothing is taken from the connection before somebody wants it. */
function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part: IteratorResult<unknown> = await parts.next();
        if (part.done) controller.close();
        else if (part.value instanceof Uint8Array) controller.enqueue(part.value);
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** How much of a body that nobody wanted is thrown away, so that the connection can be used again; of a longer one the connection ends. */
const MAX_REST_BYTES = 1_048_576;

/**
 * Sends a response, as fast as the client takes it, and resolves when all of it was handed over or the client is gone; its body is then
 * cancelled. Rejects where the body breaks off.
 */
export async function writeResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  writeHead(response, outgoing);
  if (response.body) await writeBody(response.body.getReader(), outgoing, signal);
  discardRest(outgoing.req);
  outgoing.end();
}

function writeHead({ status, headers }: Response, outgoing: ServerResponse): void {
  outgoing.statusCode = status;
  for (const [name, value] of headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  // Beside those that the shop's own server has set before.
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.appendHeader('Set-Cookie', cookies);
}

async function writeBody(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  const first = reader.read();
  // Of a stream with nothing to say yet the client must see the head; that of a short response goes in one packet with its body.
  if (!(await isSettledSoon(first))) outgoing.flushHeaders();
  for (let part = await first; !part.done; part = await reader.read()) {
    if (!outgoing.write(part.value)) await waitForDrain(outgoing);
  }
  signal.removeEventListener('abort', cancel);
}

function isSettledSoon(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (): void => resolve(true);
    work.then(done, done);
    setImmediate(() => resolve(false));
  });
}

/** Waits until more can be written, or the client is gone. */
function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
    if (outgoing.destroyed) done();
  });
}

/** Reads on where a body was not read to its end: what comes after it on the same connection could not be read else. */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let leftBytes = MAX_REST_BYTES;
  incoming.removeAllListeners('readable');
  incoming.on('error', () => undefined);
  incoming.on('data', (part: Uint8Array) => {
    leftBytes -= part.byteLength;
    if (leftBytes < 0) incoming.destroy();
  });
}
