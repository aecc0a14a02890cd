/// <reference types="node" />
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The longest age of a signed message, seconds. It is also the largest difference of the two clocks. */
export const LONGEST_AGE_S = 300;

/** The headers of a signed message. */
export const TIME_HEADER = 'Balcao-Time';
export const NONCE_HEADER = 'Balcao-Nonce';
export const SIGNATURE_HEADER = 'Balcao-Signature';

/** The headers of a signed request. */
export interface RequestSignature {
  /** Epoch seconds. */
  time: string;
  /** Random text: no two requests have the same signature, so that a repeated one is recognized. */
  nonce: string;
  signature: string;
}

/** The parts of a request that are signed. */
interface SignedRequest {
  method: string;
  /** The path with its query, as it is sent. */
  path: string;
  body: string;
}

/**
 * Signs a request: HMAC-SHA-256, in hexadecimal, over `request`, the time, the nonce, the method, the path and the body, with a line break
 * between each two.
 *
 * @param now The time, epoch ms.
 */
export function signRequest(secret: string, { method, path, body }: SignedRequest, now: number): RequestSignature {
  const time = String(Math.floor(now / 1000));
  const nonce = randomBytes(16).toString('hex');
  return { time, nonce, signature: sign(secret, ['request', time, nonce, method, path, body]) };
}

/** A response to a signed request. */
interface SignedResponse {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Finds the reason why a response must not be believed; `undefined` if it is signed as it must be: over `response`, the signature of the
 * request, the time, the status and the body. The signature of the request makes it the response to this request and to no other.
 *
 * @param now The time, epoch ms.
 */
export function findForgery(
  secret: string,
  request: RequestSignature,
  { status, headers, body }: SignedResponse,
  now: number,
): string | undefined {
  const time = headers.get(TIME_HEADER) ?? '';
  const signature = headers.get(SIGNATURE_HEADER);
  if (signature === null) return 'has no signature';
  if (!isEqual(signature, sign(secret, ['response', request.signature, time, String(status), body]))) return 'has a wrong signature';
  const ageS = Math.abs(now / 1000 - Number(time));
  return ageS <= LONGEST_AGE_S ? undefined : 'is too old, or one of the two clocks is wrong';
}

function sign(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex');
}

/** Compares two texts in a time that does not depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
