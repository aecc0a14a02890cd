import { presentFields } from '../../domain/present-fields.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import { isGoodToken, type ProviderContext, type ServiceToken, type TokenNeed, type TokenProvider } from './token-provider.js';

/** A request for a new token. `signal` is aborted once nobody waits for it any more. */
export type TokenCall = Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>;

/** Settings of a kept token. */
interface KeptTokenOptions {
  /** Gets a new token. `now` is the time, epoch ms. An error of it that is no `token-source` error is dropped: it may hold anything. */
  renew: (call: TokenCall, now: () => number) => Promise<ServiceToken>;
  /** True keeps a token of unknown life until it is refused; false gives it only to those who wait for it. */
  keepsUnknownLife: boolean;
  limitMs: number;
  /** The name of `renew` in events and errors: `login`. */
  operation: string;
}

/** The clock and the events of a kept token. */
type KeptTokenContext = Pick<ProviderContext, 'now' | 'report'>;

/** The pause after the first failure, ms. It doubles with each further one: a service that refuses a password locks out a client that tries again and again. */
const FIRST_PAUSE_MS = 1000;

/** The longest pause, ms. */
const MAX_PAUSE_MS = 60_000;

/**
 * Creates a provider that keeps its tokens in the memory of this process: one for all purposes, or one for each. `now` is the time until it is
 * attached, epoch ms; the system's by default.
 */
export function keepTokens({ isShared, ...options }: KeptTokenOptions & { isShared: boolean }, now = () => Date.now()): TokenProvider {
  let context: KeptTokenContext = { now, report: () => undefined };
  const kept = new Map<string, KeptToken>();
  return {
    attach: ({ now, report }) => {
      context = { now, report };
    },
    getToken: (need) => {
      const key = isShared ? '' : need.purpose;
      const token = kept.get(key) ?? new KeptToken(options, context);
      kept.set(key, token);
      return token.get(need);
    },
    health: async () => ([...kept.values()].some(({ isFailing }) => isFailing) ? 'failing' : 'ready'),
  };
}

/** One token: kept while it lives, renewed once for all who want another, and not at all right after a failure. */
class KeptToken {
  readonly #options: KeptTokenOptions;
  readonly #context: KeptTokenContext;
  #token: ServiceToken | undefined;
  #work: Promise<ServiceToken> | undefined;
  /** Tokens for one request that have been given to somebody. */
  readonly #taken = new WeakSet<ServiceToken>();
  #failureCount = 0;
  #pausedUntil = 0;

  constructor(options: KeptTokenOptions, context: KeptTokenContext) {
    this.#options = options;
    this.#context = context;
  }

  /** True after a failed try to get a token. */
  get isFailing(): boolean {
    return this.#failureCount > 0;
  }

  /** Returns a token that is good enough, or a new one, whatever its life. Rejects with `token-source`, or `aborted`. */
  async get(need: TokenNeed): Promise<ServiceToken> {
    if (this.#token && isGoodToken(this.#token, need, this.#context.now())) return this.#token;
    if (!this.#work) this.#assertNotPaused();
    const work = (this.#work ??= this.#renew(need));
    // Each renewal has its own time limit, which is the shorter one.
    const token = await waitAtMost(() => work, { signal: need.signal, limitMs: 2 * this.#options.limitMs });
    if (!token.singleUse) return token;
    if (this.#taken.has(token)) return this.get(need);
    this.#taken.add(token);
    return token;
  }

  #assertNotPaused(): void {
    const waitMs = this.#pausedUntil - this.#context.now();
    if (waitMs <= 0) return;
    const message = `The ${this.#options.operation} failed a moment ago, and is tried again in ${Math.ceil(waitMs / 1000)} s.`;
    throw new CheckoutError('token-source', message, { retryAfterMs: waitMs });
  }

  #renew({ purpose, rejected }: TokenNeed): Promise<ServiceToken> {
    const { operation, limitMs, renew, keepsUnknownLife } = this.#options;
    const { now, report } = this.#context;
    const ask = (signal: AbortSignal): Promise<ServiceToken> => renew({ purpose, signal, ...presentFields({ rejected }) }, now);
    const work = waitAtMost(ask, { limitMs }).then(
      (token) => {
        this.#failureCount = 0;
        this.#pausedUntil = 0;
        this.#token = token.singleUse || (token.expiresAt === undefined && !keepsUnknownLife) ? undefined : token;
        return token;
      },
      (error: unknown) => {
        const failure = toTokenError(error, operation);
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failureCount, MAX_PAUSE_MS);
        this.#failureCount += 1;
        this.#pausedUntil = now() + Math.max(pauseMs, failure.retryAfterMs ?? 0);
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
