import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { parseJson } from '../../client/http/read-body.js';
import type { JsonBody } from './endpoint.js';
import { createRefusal } from './response.js';

/** The longest body that is accepted. A page or a webhook sends a tenth of it. */
const MAX_BODY_BYTES = 16_384;

/**
 * Parses the body of a request, whatever its content type is. Rejects with an `HttpRefusal`: 413 above 16 KiB, of which no more is read, and
 * 400 for what is no JSON object in UTF-8. Rejects with `invalid-config` where a function of the shop has read the body before.
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
      // The rest is not needed, and it does not matter whether its sender learns that.
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

/** The longest identifier of a page, an order or this server. */
const MAX_IDENTIFIER = 200;

/** The rule of identifiers, in English. */
export const IDENTIFIER_RULE = `text of 1 to ${MAX_IDENTIFIER} characters, not of blanks alone`;

/** True for text that may be an identifier: printable, not empty or blank, not long. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && /\S/.test(value);
}

/** An identifier of a body; `undefined` for anything else. */
export function findIdentifier(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name];
  return isIdentifier(value) ? value : undefined;
}

/** An identifier of a body. Throws 400 where there is none. */
export function requireIdentifier(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = findIdentifier(body, name);
  if (value === undefined) throw createRefusal(400, `${name} must be ${IDENTIFIER_RULE}.`);
  return value;
}

/** Cents of a decimal text, `"149.90"`; `undefined` for anything else. */
export function findAmountCents(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'string' ? parseAmount(value) : undefined;
}
