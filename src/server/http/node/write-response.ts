/// <reference types="node" />
import type { IncomingMessage, ServerResponse } from 'node:http';

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
