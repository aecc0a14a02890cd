/// <reference types="node" />
import type { IncomingMessage } from 'node:http';
import { rememberAddress } from '../request-address.js';

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
