import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { parseJson } from '../../client/http/read-body.js';
import type { JsonBody } from './endpoint.js';
import { createRefusal } from './response.js';

/** The longest body that is accepted, bytes. Pages and webhooks send about a tenth of it. */
const MAX_BODY_BYTES = 16_384;

/**
 * Parses the body of a request as JSON, for any content type. Rejects with an `HttpRefusal`: 413 above 16 KiB, without reading the rest,
 * and 400 if the body is no JSON object in UTF-8. Rejects with `invalid-config` if a function of the shop has already read the body.
 */
export async function parseJsonBody(request: Request): Promise<JsonBody> {
  if (request.bodyUsed)
    throw new CheckoutError('invalid-config', 'A function of the shop has read the body of a request: let it read a clone.');
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
    reader.read().catch(() => {
      throw createRefusal(400, 'The body broke off.');
    });
  let length = 0;
  for (let part = await readPart(); !part.done; part = await readPart()) {
    if (length + part.value.byteLength > MAX_BODY_BYTES) {
      // The rest is not needed, so it does not matter if the cancellation fails.
      reader.cancel().catch(() => undefined);
      throw createRefusal(413, `The body must be of ${MAX_BODY_BYTES} bytes at most.`);
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
