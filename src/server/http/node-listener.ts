/// <reference types="node" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReadAlreadyError, createTooLongRefusal, markRewritten, MAX_BODY_BYTES } from './body.js';
import { rememberAddress } from './client-address.js';
import { respondJson, respondProblem } from './response.js';
import { rememberSent } from './sent-responses.js';

/** A request listener for `node:http`, Express, Connect or Vite. It passes on, by `next`, what is not below the handler's `basePath`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void) => Promise<void>;

/** A handler of `Request`s. With a `basePath` it handles only what is below that path. */
export interface RequestHandler {
  (request: Request): Promise<Response>;
  readonly basePath?: string;
}

/** Methods that no `Request` may have, and that only an attacker sends. */
const REFUSED_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/**
 * Creates a listener for `node:http`, Express, Connect or Vite from a handler of `Request`s. The listener resolves when the response was
 * handed over, and never rejects.
 *
 * - In Express, Connect and Vite, a path that is not below the shop's `basePath` goes to the next handler.
 * - Bodies are streamed both ways. If a parser such as Express' `json()` has already read the body, the listener uses what the parser left:
 *   `rawBody`, text or bytes as they are, an object formatted as JSON again. A signature of the body can be verified only in the first
 *   cases. If nothing is left, reading the body fails with the fix: mount this listener before what reads bodies.
 * - `request.signal` is aborted when the client disconnects before the response's end.
 * - If the handler rejects, the response is 500 `{}`. If the response has already begun, the connection is closed.
 *
 * @example
 * import { createServer } from 'node:http';
 *
 * const listener = toNodeListener(async (request) => Response.json({ path: new URL(request.url).pathname }));
 * const server = createServer(listener).listen(3000);
 * process.once('SIGTERM', () => server.close());
 */
export function toNodeListener(handle: RequestHandler): NodeListener {
  const { basePath = '' } = handle;
  // An error of `next` is the caller's, as it is for any other middleware.
  return (incoming, outgoing, next) =>
    next && !findPath(incoming).startsWith(basePath) ? Promise.resolve(next()) : listen(incoming, outgoing);

  async function listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const whenSent = new Promise<void>((resolve) => {
      outgoing.once('close', () => {
        if (!outgoing.writableFinished) gone.abort();
        resolve();
      });
    });
    const handleRemembered = (request: Request): Promise<Response> => {
      rememberSent(request, whenSent);
      return handle(request);
    };
    try {
      await writeResponse(await respond(incoming, gone.signal, handleRemembered), outgoing, gone.signal);
    } catch {
      outgoing.destroy();
    }
  }
}

async function respond(incoming: IncomingMessage, signal: AbortSignal, handle: RequestHandler): Promise<Response> {
  if (REFUSED_METHODS.includes(incoming.method ?? '')) return respondProblem(405, 'This method is refused.');
  const request = convertRequest(incoming, signal);
  if (!request) return respondProblem(400, 'The address or the Host header is none.');
  try {
    return await handle(request);
  } catch {
    return respondJson({}, { status: 500 });
  }
}

/** A host and a port, as browsers and the service send them: any other text may imitate another address. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Converts an incoming message to a `Request`, without reading its body; `undefined` if the message cannot be a `Request`: an invalid
 * `Host`, no path. `signal` becomes the request's signal: it is aborted when the client disconnects.
 */
function convertRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  try {
    const { body, isRewritten = false } = getBody(incoming);
    const init = { method: incoming.method ?? 'GET', headers: convertHeaders(incoming), signal, body: body ?? null, duplex: 'half' };
    const request = new Request(getUrl(incoming), init);
    if (isRewritten) markRewritten(request);
    const { remoteAddress } = incoming.socket;
    if (remoteAddress !== undefined) rememberAddress(request, remoteAddress);
    return request;
  } catch {
    return undefined;
  }
}

/** Returns the path and the query as they were sent: where this listener is mounted below a path, `url` lacks that path. */
function getTarget(incoming: IncomingMessage): string {
  // Express, Connect and Vite add the whole path.
  const originalUrl: unknown = Reflect.get(incoming, 'originalUrl');
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '');
  // A proxy may send an absolute URL; its host is ignored in favor of the header's.
  return target.replace(/^https?:\/\/[^/?#]*/i, '');
}

/** Finds the path of a message as `getUrl` has it; an empty text if there is none. */
function findPath(incoming: IncomingMessage): string {
  const url = `http://localhost${getTarget(incoming)}`;
  return getTarget(incoming).startsWith('/') && URL.canParse(url) ? new URL(url).pathname : '';
}

function getUrl(incoming: IncomingMessage): URL {
  const path = getTarget(incoming);
  const authority = incoming.headers[':authority'];
  const host = incoming.headers.host ?? (typeof authority === 'string' ? authority : 'localhost');
  if (!HOST.test(host)) throw new TypeError('The Host is none.');
  if (!path.startsWith('/')) throw new TypeError('The target is no path.');
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  return new URL(`${scheme}://${host}${path}`);
}

function convertHeaders(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // In HTTP/2, a name with a colon at its beginning is a pseudo-header, such as the path.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  return headers;
}

/** The body of a message. `isRewritten`: it is not the text that was sent, but an object that a parser left, formatted as JSON again. */
interface MessageBody {
  body?: BodyInit;
  isRewritten?: boolean;
}

/** Returns the body of a message: its stream, or what is left of it if somebody has read the stream. */
function getBody(incoming: IncomingMessage): MessageBody {
  const { method } = incoming;
  if (method === 'GET' || method === 'HEAD') return {};
  // A parser that had nothing to parse may set `body` too, but leaves the stream unread.
  if (!incoming.readableDidRead) return { body: streamBody(incoming) };
  const [rawBody, body]: unknown[] = [Reflect.get(incoming, 'rawBody'), Reflect.get(incoming, 'body')];
  for (const left of [rawBody, body]) {
    if (typeof left === 'string') return { body: left };
    if (left instanceof Uint8Array) return { body: new Uint8Array(left) };
  }
  const length = Number(incoming.headers['content-length'] ?? NaN);
  // Blanks that the parser left out count too.
  if (length > MAX_BODY_BYTES) return { body: failBody(createTooLongRefusal()) };
  const json = JSON.stringify(body);
  const hasFormType = /^(?:application\/x-www-form-urlencoded|multipart\/)/i.test(incoming.headers['content-type'] ?? '');
  // A parser of JSON for every type (`json({ type: '*/*' })`) leaves the whole object. Of the same fields, a form has another length.
  const isForm = hasFormType && Buffer.byteLength(json ?? '') !== length;
  const text = isForm ? findFormText(Object(body), length) : json;
  // An empty object may come from a parser that parsed nothing, before somebody else read the body.
  if (body === undefined || text === undefined || (text === '{}' && length !== text.length))
    return { body: failBody(createReadAlreadyError()) };
  return { body: text, isRewritten: !isForm };
}

/**
 * Finds the text that a parser took for a form. JSON of the content type of forms, as `curl -d` sends it, becomes a name without a value; it
 * is known to be whole only if no letter was decoded. A real form is no JSON in any case. `undefined` for JSON that is not whole.
 */
function findFormText(form: object, length: number): string | undefined {
  const [[name, value] = ['', ''], ...others] = Object.entries(form);
  const isWhole = others.length === 0 && value === '' && Buffer.byteLength(name) === length && !name.includes(' ');
  return isWhole || !/^\s*\{/.test(name) ? name : undefined;
}

/** Creates a body that fails with an error as soon as it is read. */
function failBody(error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) }, { highWaterMark: 0 });
}

/** Creates a stream of the body that reads from the connection only on demand. */
function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part: IteratorResult<unknown> = await parts.next();
        if (part.done) controller.close();
        else if (part.value instanceof Uint8Array) controller.enqueue(part.value);
        // Somebody has called `setEncoding`.
        else if (typeof part.value === 'string') controller.enqueue(Buffer.from(part.value, incoming.readableEncoding ?? 'utf8'));
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The most bytes of an unread body that are discarded so that the connection can be used again. If there are more, the connection is
 * closed.
 */
const MAX_REST_BYTES = 1_048_576;

/**
 * Sends a response as fast as the client accepts it. Resolves when the whole response was handed over, or when the client has disconnected,
 * which cancels the body. Rejects if the body fails.
 */
async function writeResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
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
  // These are added to cookies that the shop's own server has already set.
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.appendHeader('Set-Cookie', cookies);
}

/** Writes a body as fast as the client accepts it. Cancels the body when the client disconnects. */
async function writeBody(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  const first = reader.read();
  // The client must get the headers of a stream that has no data yet. A short response sends its headers and its body in one packet.
  if (!(await isSettledSoon(first))) outgoing.flushHeaders();
  let part = await first;
  let next: typeof first | undefined;
  if (!part.done && !outgoing.headersSent) {
    next = reader.read();
    // A length is announced where it is known. Chromium's network log calls a response without one aborted, although a page has read it.
    if ((await isSettledSoon(next)) && (await next).done) outgoing.setHeader('Content-Length', part.value.byteLength);
  }
  while (!part.done) {
    // A client that has disconnected ends the wait: its body is cancelled.
    if (!outgoing.write(part.value)) await waitForDrain(outgoing, signal);
    part = await (next ?? reader.read());
    next = undefined;
  }
  signal.removeEventListener('abort', cancel);
}

/** Waits until a client takes more, or has disconnected. Imports nothing of Node, so that every bundler can follow this package. */
function waitForDrain(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      outgoing.off('drain', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    outgoing.on('drain', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Returns whether a promise settles before the next turn of the event loop. */
function isSettledSoon(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (): void => resolve(true);
    work.then(done, done);
    setImmediate(() => resolve(false));
  });
}

/** Discards the rest of a body that was not read completely: otherwise the next request on the same connection could not be read. */
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
