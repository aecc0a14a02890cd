import { waitAtMost } from '../../client/http/wait-at-most.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { Report } from '../events.js';
import { isGoodToken, type ServiceToken, type TokenNeed } from './token-provider.js';

/** What a new token is asked for with. `signal` is aborted once nobody waits for the answer any more. */
export type TokenCall = Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>;

/** What a kept token is made from. */
export interface KeptTokenOptions {
  /** Gets a new token. What it throws that is no `token-source` error is dropped: it may hold anything. */
  renew: (call: TokenCall) => Promise<ServiceToken>;
  /** Whether a token whose life nobody told is kept until it is refused, or is good for those who wait for it alone. */
  keepsUnknownLife: boolean;
  limitMs: number;
  /** What is asked, in events and errors: `login`. */
  operation: string;
}

/** What a kept token works with. */
export interface KeptTokenContext {
  now: () => number;
  report: Report;
}

/** One token in the memory of this process: kept while it lives, renewed once for all who want another, and not at all right after a failure. */
export class KeptToken {
  readonly #options: KeptTokenOptions;
  readonly #context: KeptTokenContext;
  readonly #backOff = new BackOff();
  #token: ServiceToken | undefined;
  #work: Promise<ServiceToken> | undefined;
  /** Tokens that serve one request, and are somebody's. */
  readonly #taken = new WeakSet<ServiceToken>();

  constructor(options: KeptTokenOptions, context: KeptTokenContext) {
    this.#options = options;
    this.#context = context;
  }

  /** Whether the last try to get a token failed. */
  get isFailing(): boolean {
    return this.#backOff.hasFailed;
  }

  /** A token that is good enough, or a new one, whatever its life. Rejects with `token-source`, or `aborted`. */
  async get(need: TokenNeed): Promise<ServiceToken> {
    if (this.#token && isGoodToken(this.#token, need, this.#context.now())) return this.#token;
    if (!this.#work) this.#refuseEarly();
    const work = (this.#work ??= this.#renew(need));
    // Each renewal has its own time limit, which is the shorter one.
    const token = await waitAtMost(() => work, { signal: need.signal, limitMs: 2 * this.#options.limitMs });
    if (!token.singleUse) return token;
    if (this.#taken.has(token)) return this.get(need);
    this.#taken.add(token);
    return token;
  }

  #refuseEarly(): void {
    const waitMs = this.#backOff.waitMs(this.#context.now());
    if (waitMs === 0) return;
    const message = `The ${this.#options.operation} failed a moment ago, and is tried again in ${Math.ceil(waitMs / 1000)} s.`;
    throw new CheckoutError('token-source', message, { retryAfterMs: waitMs });
  }

  #renew({ purpose, rejected }: TokenNeed): Promise<ServiceToken> {
    const { operation, limitMs, renew, keepsUnknownLife } = this.#options;
    const { now, report } = this.#context;
    const ask = (signal: AbortSignal): Promise<ServiceToken> => renew({ purpose, signal, ...(rejected !== undefined && { rejected }) });
    const work = waitAtMost(ask, { limitMs }).then(
      (token) => {
        this.#backOff.reset();
        this.#token = token.singleUse || (token.expiresAt === undefined && !keepsUnknownLife) ? undefined : token;
        return token;
      },
      (error: unknown) => {
        const failure = toTokenError(error, operation);
        this.#backOff.fail(now(), failure.retryAfterMs);
        report({ type: 'failure', operation, message: failure.message });
        throw failure;
      },
    );
    const forget = (): void => {
      this.#work = undefined;
    };
    // Also for work that nobody waits for any more: a rejection without a listener would end the process.
    work.then(forget, forget);
    return work;
  }
}

function toTokenError(error: unknown, operation: string): CheckoutError {
  if (isCheckoutError(error) && error.code === 'token-source') return error;
  const code = isCheckoutError(error) ? error.code : undefined;
  const what = code === 'timeout' ? 'did not answer in time' : code === 'network' ? 'gave no answer that can be read' : 'failed';
  return new CheckoutError('token-source', `The ${operation} ${what}.`);
}

/** How long nobody asks again after the first failure, ms. It doubles with each further one. */
const FIRST_WAIT_MS = 1000;

/** The longest, ms. */
const MAX_WAIT_MS = 60_000;

/** When a failed login may be tried again: a service that refuses a password locks whoever goes on trying. */
export class BackOff {
  #failures = 0;
  #until = 0;

  /** Whether the last try failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** How long nobody may try yet, ms. */
  waitMs(now: number): number {
    return Math.max(0, this.#until - now);
  }

  /** A try failed; `askedMs` is what the service asked to wait. */
  fail(now: number, askedMs = 0): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, MAX_WAIT_MS);
    this.#failures += 1;
    this.#until = now + Math.max(waitMs, askedMs);
  }

  /** A try was good. */
  reset(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
