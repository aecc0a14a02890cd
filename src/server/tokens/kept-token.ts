import { presentFields } from '../../domain/present-fields.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import { isGoodToken, type ProviderContext, type ServiceToken, type TokenNeed, type TokenProvider } from './token-provider.js';

/** A request for a new token. `signal` is aborted once nobody waits for the token any more. */
export type TokenCall = Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>;

/** The settings of a kept token. */
interface KeptTokenOptions {
  /**
   * Gets a new token. `now` returns the time, epoch ms. Any error but a `token-source` error is replaced, since it may contain anything.
   */
  renew: (call: TokenCall, now: () => number) => Promise<ServiceToken>;
  /** True if a token of unknown life is kept until it is refused; false if only the callers that wait for it get it. */
  keepsUnknownLife: boolean;
  limitMs: number;
  /** The name of `renew` in events and errors: `login`. */
  operation: string;
}

/** The clock and the events of a kept token. */
type KeptTokenContext = Pick<ProviderContext, 'now' | 'report'>;

/**
 * The pause after the first failure, ms. It doubles with each further failure: a service that refuses a password may lock out a client that
 * tries again and again.
 */
const FIRST_PAUSE_MS = 1000;

/** The longest pause, ms. */
const MAX_PAUSE_MS = 60_000;

/**
 * Creates a provider that keeps its tokens in the memory of this process: one token for all purposes (`isShared`), or one for each. Until
 * the provider is attached, `now` returns the time, epoch ms; the system's by default.
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

/** A token that is kept while it lives. Simultaneous callers share one renewal. Right after a failure there is no renewal. */
class KeptToken {
  readonly #options: KeptTokenOptions;
  readonly #context: KeptTokenContext;
  #token: ServiceToken | undefined;
  #work: Promise<ServiceToken> | undefined;
  /** The tokens for one request that a caller already has. */
  readonly #taken = new WeakSet<ServiceToken>();
  #failureCount = 0;
  #pausedUntil = 0;

  constructor(options: KeptTokenOptions, context: KeptTokenContext) {
    this.#options = options;
    this.#context = context;
  }

  /** True if the last try to get a token failed. */
  get isFailing(): boolean {
    return this.#failureCount > 0;
  }

  /** Returns the kept token if it is good enough, else a new one, with any life. Rejects with `token-source` or `aborted`. */
  async get(need: TokenNeed): Promise<ServiceToken> {
    if (this.#token && isGoodToken(this.#token, need, this.#context.now())) return this.#token;
    if (!this.#work) this.#assertNotPaused();
    const work = (this.#work ??= this.#renew(need));
    // The renewal has its own time limit, which is shorter.
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

  /** Renews the token. A failure begins a pause. */
  #renew({ purpose, rejected }: TokenNeed): Promise<ServiceToken> {
    const { operation, limitMs, renew, keepsUnknownLife } = this.#options;
    const { now, report } = this.#context;
    const work = waitAtMost((signal) => renew({ purpose, signal, ...presentFields({ rejected }) }, now), { limitMs }).then(
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
        report({ type: 'failure', operation, message: failure.message, ...(failure !== error && { error }) });
        throw failure;
      },
    );
    const forget = (): void => {
      this.#work = undefined;
    };
    // The rejection is handled even if nobody waits any more: a rejection without a listener would end the process.
    work.then(forget, forget);
    return work;
  }
}

/** Converts an error to a `token-source` error of this package. */
function toTokenError(error: unknown, operation: string): CheckoutError {
  if (isCheckoutError(error) && error.code === 'token-source') return error;
  const code = isCheckoutError(error) ? error.code : undefined;
  const what = code === 'timeout' ? 'did not answer in time' : code === 'network' ? 'gave no answer that can be read' : 'failed';
  return new CheckoutError('token-source', `The ${operation} ${what}.`);
}
