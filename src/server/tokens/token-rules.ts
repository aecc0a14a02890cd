import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { rememberToken } from '../../client/tokens/page-tokens.js';
import { readTokenAnswer } from '../../client/tokens/token-answer.js';
import type { ServiceToken, TokenNeed } from './token-provider.js';

/** The shortest time limit that a source of tokens may be given, ms. */
const MIN_LIMIT_MS = 1000;

/** The longest, ms. */
const MAX_LIMIT_MS = 60_000;

/** Whether a token is good enough for what it is wanted for: not the one that was refused, and with life enough where its life is known. */
export function isGoodToken({ token, expiresAt }: ServiceToken, { rejected, minLifeMs }: TokenNeed, now: number): boolean {
  return token !== rejected && (expiresAt === undefined || expiresAt - now > minLifeMs);
}

/** Whether a text is a token that a header can carry. */
export function isTokenText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

/**
 * Reads `TOKEN` or `{ token, expiresIn?, environment?, singleUse? }`, `expiresIn` in seconds from `askedAt` (epoch ms). `undefined` for nonsense. What is read
 * can be shown by no answer of the service any more.
 */
export function readServiceToken(answer: unknown, askedAt: number): ServiceToken | undefined {
  const read = readTokenAnswer(answer);
  if (!read || 'closed' in read || !isTokenText(read.token)) return undefined;
  const { token, expiresIn, environment, singleUse } = read;
  rememberToken(token);
  return presentFields({ token, expiresAt: expiresIn === undefined ? undefined : askedAt + expiresIn * 1000, environment, singleUse });
}

/** Checks a time limit, in ms. Throws `invalid-config`. */
export function checkLimitMs(limitMs: number): number {
  if (Number.isFinite(limitMs) && limitMs >= MIN_LIMIT_MS && limitMs <= MAX_LIMIT_MS) return limitMs;
  throw new CheckoutError('invalid-config', `limitMs must be from ${MIN_LIMIT_MS} to ${MAX_LIMIT_MS} milliseconds.`);
}
