import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { assertEnvironment, type Environment } from '../profile/environment.js';
import { waitAtMost } from '../http/wait-at-most.js';
import { rememberToken } from './page-tokens.js';
import { createClosedError, parseTokenAnswer } from './token-answer.js';
import type { GetToken, TokenPurpose, TokenRequest } from './token.js';

/** More orders and attempts than one page has at a time; the oldest token gives way. */
const MAX_KEPT = 16;

/** The purpose of a token, and how good it must be. */
export interface TokenCriteria extends Pick<TokenRequest, 'purpose'> {
  orderId?: string | undefined;
  attemptId?: string | undefined;
  /** Reais as decimal text. */
  amount?: string | undefined;
  /** How much life the token must have left, milliseconds. */
  minLifeMs: number;
  /** A token that the service refused: another is wanted. */
  rejected?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface Token {
  readonly text: string;
  /** Epoch ms by the device's clock; `undefined` when the shop did not say. */
  readonly expiresAt: number | undefined;
}

/** A token that is there, or on its way. */
interface KeptToken {
  readonly work: Promise<Token>;
  readonly controller: AbortController;
  waiting: number;
  token?: Token;
  /** True if somebody has it who alone may use it. */
  isTaken?: boolean;
}

/** The parts of a token cache. */
export interface TokenCacheOptions {
  getToken: GetToken;
  clock: Clock;
  /** The service that tokens must be of, where an answer says which it is; by default any. */
  environment?: Environment | undefined;
  /** Told the server's time, epoch ms, when an answer brings it. */
  onServerTime: (now: number) => void;
}

/** The shop's tokens, in memory only: kept while they live, renewed ahead of their end, asked for once by all who wait. */
export class TokenCache {
  readonly #options: TokenCacheOptions;
  readonly #kept = new Map<string, KeptToken>();
  readonly #singleUse = new Set<TokenPurpose>();

  constructor(options: TokenCacheOptions) {
    this.#options = options;
  }

  /** True if tokens for this purpose serve one request each, as an answer has said. */
  isSingleUse(purpose: TokenPurpose): boolean {
    return this.#singleUse.has(purpose);
  }

  /**
   * A token that is good enough, kept or new; one that serves one request is nobody else's. Rejects with `token-source`, `order-closed`, `aborted`, or `invalid-config` for a token of
   * another environment.
   */
  async get(need: TokenCriteria): Promise<string> {
    const key = JSON.stringify([need.purpose, need.orderId, need.attemptId, need.amount]);
    const found = this.#kept.get(key);
    if (found?.token && this.#isGood(found.token, need)) return found.token.text;
    const kept = found && !found.token ? found : this.#renew(key, need);
    kept.waiting += 1;
    try {
      const { text } = await waitAtMost(() => kept.work, { clock: this.#options.clock, signal: need.signal });
      if (!this.isSingleUse(need.purpose)) return text;
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      if (kept.isTaken) return await this.get(need);
      kept.isTaken = true;
      return text;
    } catch (error) {
      throw toTokenError(error);
    } finally {
      kept.waiting -= 1;
      // Nobody waits any more, and it is not there: a late answer is dropped, for a newer one may be there by then.
      if (!kept.waiting && !kept.token && this.#kept.get(key) === kept) {
        this.#kept.delete(key);
        kept.controller.abort();
      }
    }
  }

  /** A charge is never tried with a token that may die on the way: one whose life is unknown serves it only when fresh. */
  #isGood({ text, expiresAt }: Token, { purpose, minLifeMs, rejected }: TokenCriteria): boolean {
    if (text === rejected) return false;
    return expiresAt === undefined ? purpose !== 'card-payment' : expiresAt - this.#options.clock.now() > minLifeMs;
  }

  #renew(key: string, { purpose, orderId, attemptId, amount }: TokenCriteria): KeptToken {
    const controller = new AbortController();
    const work = this.#ask({ purpose, ...presentFields({ orderId, attemptId, amount }), signal: controller.signal });
    const kept: KeptToken = { work, controller, waiting: 0 };
    work.then(
      (token) => (kept.token = token),
      () => undefined,
    );
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest = ''] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest);
    return kept;
  }

  async #ask(request: TokenRequest): Promise<Token> {
    const { getToken, clock, environment: wanted, onServerTime } = this.#options;
    const askedAt = clock.now();
    const answer = parseTokenAnswer(await getToken(request));
    if (answer === undefined) {
      throw new CheckoutError(
        'token-source',
        'A token source must answer a string, { token, expiresIn?, now?, environment?, singleUse? } or { closed }.',
      );
    }
    if ('closed' in answer) throw createClosedError(answer);
    const { token, expiresIn, now, environment, singleUse } = answer;
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new CheckoutError('token-source', 'The token is empty or no text for a header (give it without "Bearer ").');
    }
    rememberToken(token);
    assertEnvironment(wanted, environment, 'the token answer');
    if (now !== undefined) onServerTime(now);
    if (singleUse) this.#singleUse.add(request.purpose);
    return { text: token, expiresAt: expiresIn && askedAt + expiresIn * 1000 };
  }
}

/** Errors that are passed on as they are. */
const OWN_CODES: readonly ErrorCode[] = ['token-source', 'order-closed', 'aborted', 'invalid-config'];

/** Whatever the shop's code threw is dropped: it may hold anything. */
function toTokenError(error: unknown): CheckoutError {
  if (isCheckoutError(error)) {
    if (error.code === 'timeout') return new CheckoutError('token-source', 'The token source did not answer within 15 seconds.');
    if (OWN_CODES.includes(error.code)) return error;
  }
  return new CheckoutError('token-source', 'The token source failed.');
}
