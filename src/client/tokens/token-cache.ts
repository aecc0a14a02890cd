import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { assertEnvironment, type Environment } from '../profile/environment.js';
import { waitAtMost } from '../http/wait-at-most.js';
import { rememberToken } from './page-tokens.js';
import { createClosedError, parseTokenAnswer } from './token-answer.js';
import type { GetToken, TokenPurpose, TokenRequest } from './token.js';

/** The largest number of tokens in the cache: more than one page has orders and attempts at a time. The oldest token is removed first. */
const MAX_KEPT = 16;

/** The purpose of a token, and the requirements that it must meet. */
export interface TokenCriteria extends Pick<TokenRequest, 'purpose'> {
  orderId?: string | undefined;
  attemptId?: string | undefined;
  /** The amount: reais as decimal text. */
  amount?: string | undefined;
  /** The shortest remaining life of the token, ms. */
  minLifeMs: number;
  /** A token that the service refused and that must not be returned. */
  rejected?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A token as an answer had it. */
interface Token {
  readonly text: string;
  /** The token's expiry, epoch ms by the device's clock; `undefined` if the shop did not say. */
  readonly expiresAt: number | undefined;
}

/** A token in the cache, or the request for it. */
interface KeptToken {
  readonly work: Promise<Token>;
  readonly controller: AbortController;
  waiting: number;
  token?: Token;
  /** True if a caller has received a token that serves only one request. */
  isTaken?: boolean;
}

/** The options of a token cache. */
export interface TokenCacheOptions {
  getToken: GetToken;
  clock: Clock;
  /** The environment that tokens must have, if an answer names one. Default: any. */
  environment?: Environment | undefined;
  /** Receives the server's time, epoch ms, when an answer has it. */
  onServerTime: (now: number) => void;
}

/**
 * A cache of the shop's tokens, in memory only. A token is kept until shortly before its expiry. All callers that wait for the same token
 * share one request.
 */
export class TokenCache {
  readonly #options: TokenCacheOptions;
  readonly #kept = new Map<string, KeptToken>();
  readonly #singleUse = new Set<TokenPurpose>();

  constructor(options: TokenCacheOptions) {
    this.#options = options;
  }

  /** True if an answer said that tokens for this purpose serve only one request each. */
  isSingleUse(purpose: TokenPurpose): boolean {
    return this.#singleUse.has(purpose);
  }

  /**
   * Returns a token that meets the criteria, from the cache or from the source. Two callers never receive the same token if it serves only
   * one request. Rejects with `token-source`, `order-closed`, `aborted`, or `invalid-config` for a token of another environment.
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
      // All callers have stopped waiting, and the token has not arrived. A late answer is dropped, since a newer token may then be in the
      // cache.
      if (!kept.waiting && !kept.token && this.#kept.get(key) === kept) {
        this.#kept.delete(key);
        kept.controller.abort();
      }
    }
  }

  /**
   * True if a token meets the criteria. A charge never uses a token that may expire on the way: a token of unknown life serves a charge
   * only when it is new.
   */
  #isGood({ text, expiresAt }: Token, { purpose, minLifeMs, rejected }: TokenCriteria): boolean {
    if (text === rejected) return false;
    return expiresAt === undefined ? purpose !== 'card-payment' : expiresAt - this.#options.clock.now() > minLifeMs;
  }

  /** Requests a token and stores it in place of the present one. */
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

  /** Asks the token source, and validates its answer. */
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

/** The codes of errors that are passed on unchanged. */
const OWN_CODES: readonly ErrorCode[] = ['token-source', 'order-closed', 'aborted', 'invalid-config'];

/** Converts an error of a token source. An error of any other kind is replaced, since it may contain anything. */
function toTokenError(error: unknown): CheckoutError {
  if (isCheckoutError(error)) {
    if (error.code === 'timeout') return new CheckoutError('token-source', 'The token source did not answer within 15 seconds.');
    if (OWN_CODES.includes(error.code)) return error;
  }
  return new CheckoutError('token-source', 'The token source failed.');
}
