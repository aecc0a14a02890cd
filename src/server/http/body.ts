import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { parseJson } from '../../client/http/read-body.js';
import type { JsonBody } from './endpoint.js';
import { createRefusal, HttpRefusal } from './response.js';

/** The longest body that is accepted, bytes. Pages and webhooks send about a tenth of it. */
export const MAX_BODY_BYTES = 16_384;

/** Creates the refusal of a body that is too long. */
export const createTooLongRefusal = (): HttpRefusal => createRefusal(413, `The body must be of ${MAX_BODY_BYTES} bytes at most.`);

/** Creates the error of a body that somebody else has read, so that nothing is left of it. */
export const createReadAlreadyError = (): CheckoutError =>
  new CheckoutError(
    'invalid-config',
    'Somebody has read the body of a request: a parser in front of the shop (express.json(), koa-bodyparser, c.req.json()), or a ' +
      'function of the shop. Mount the shop before whatever reads bodies, or let that read request.clone().',
  );

/** Requests whose body is not the text that was sent. */
const rewritten = new WeakSet<Request>();

/** Notes that the body of a request is not the text that was sent: a parser has read that, and its result was formatted as JSON. */
export function markRewritten(request: Request): void {
  rewritten.add(request);
}

/** Returns whether the text of a request's body is the text that was sent, so that its signature can be verified. */
export function isBodyRaw(request: Request): boolean {
  return !rewritten.has(request);
}

/**
 * Parses the body of a request as JSON, for any content type. Rejects with an `HttpRefusal`: 413 above 16 KiB, without reading the rest,
 * and 400 if the body is no JSON object in UTF-8. Rejects with `invalid-config` if somebody else has already read the body.
 */
export async function parseJsonBody(request: Request): Promise<JsonBody> {
  if (request.bodyUsed || request.body?.locked) throw createReadAlreadyError();
  const text = decode(await readBytes(request));
  const body = parseJson(text.replace(/^\uFEFF/, ''));
  if (!isObject(body)) throw createRefusal(400, 'The body must be a JSON object.');
  return { body, text };
}

async function readBytes({ body }: Request): Promise<Uint8Array> {
  const bytes = new Uint8Array(MAX_BODY_BYTES);
  if (!body) return bytes.subarray(0, 0);
  const reader = body.getReader();
  const readPart = () =>
    reader.read().catch((error: unknown) => {
      throw error instanceof CheckoutError || error instanceof HttpRefusal ? error : createRefusal(400, 'The body broke off.');
    });
  let length = 0;
  for (let part = await readPart(); !part.done; part = await readPart()) {
    if (length + part.value.byteLength > MAX_BODY_BYTES) {
      // The rest is not needed, so it does not matter if the cancellation fails.
      reader.cancel().catch(() => undefined);
      throw createTooLongRefusal();
    }
    bytes.set(part.value, length);
    length += part.value.byteLength;
  }
  return bytes.subarray(0, length);
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark stays in the text, so that a signature of the whole body can be verified.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw createRefusal(400, 'The body must be text in UTF-8.');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The longest identifier of a page, an order or this server, characters. */
const MAX_IDENTIFIER = 200;

/** The rule of identifiers, in English. */
export const IDENTIFIER_RULE = `text of 1 to ${MAX_IDENTIFIER} characters, not of blanks alone`;

/** Returns whether a value is an identifier: text that is printable, not empty or blank, and not too long. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && /\S/.test(value);
}

/** Finds an identifier in a body; `undefined` for any other value. */
export function findIdentifier(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name];
  return isIdentifier(value) ? value : undefined;
}

/** Returns an identifier from a body. Throws 400 if there is none. */
export function requireIdentifier(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = findIdentifier(body, name);
  if (value === undefined) throw createRefusal(400, `${name} must be ${IDENTIFIER_RULE}.`);
  return value;
}

/** Finds an amount in a body: the cents of a decimal text, `"149.90"`; `undefined` for any other value. */
export function findAmountCents(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'string' ? parseAmount(value) : undefined;
}
