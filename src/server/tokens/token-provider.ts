import { rememberToken } from '../../client/tokens/page-tokens.js';
import { parseTokenAnswer } from '../../client/tokens/token-answer.js';
import type { TokenPurpose } from '../../client/tokens/token.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { ReportEvent } from '../events.js';
import type { Ledger } from '../ledger/ledger.js';

/** A token of the service in this server. */
export interface ServiceToken {
  token: string;
  /**
   * The end of the token, epoch ms: by the `now` of `attach`, or by this machine's clock if the provider has no `attach`. Absent if it is
   * unknown.
   */
  expiresAt?: number;
  /** The environment of the service that the token belongs to, if the service provides it. */
  environment?: string;
  /** True if the token serves one request: a charge with the response 401 may then have been executed. */
  singleUse?: boolean;
}

/** A request for a token. */
export interface TokenNeed {
  purpose: TokenPurpose;
  /** The order that the token is for, if there is one. */
  orderId?: string;
  /** The attempt to charge that the token is for. A source that issues a separate token for each attempt recognizes the charge by it. */
  attemptId?: string;
  /** The life that the token must have left, ms, if its life is known. */
  minLifeMs: number;
  /** A token that the service refused with 401: the source must return another one. */
  rejected?: string;
  signal: AbortSignal;
}

/** The parts of the server for a provider that stores data or has pages. */
export interface ProviderContext {
  ledger: Ledger;
  /** `https://loja.example`. */
  publicOrigin: string;
  /** `/shop/`. */
  basePath: string;
  /** Returns the time by the ledger's clock, epoch ms: this machine's clock may be wrong. */
  now: () => number;
  report: ReportEvent;
}

/** The state of a provider. `disconnected`: somebody must sign in. */
export type ProviderHealth = 'ready' | 'disconnected' | 'failing';

/** A source of tokens: `loginTokens` and `oauthTokens` create one. */
export interface TokenProvider {
  /** Returns a token. Rejects with a `CheckoutError` `token-source` that contains nothing of the service's response. */
  getToken(need: TokenNeed): Promise<ServiceToken>;
  /** Attaches the provider to its server. Called once, before any other method. Throws `invalid-config`. */
  attach?(context: ProviderContext): void;
  /** The provider's pages by path below `basePath`: `connect`. They check access themselves. */
  readonly routes?: ReadonlyMap<string, (request: Request) => Promise<Response>>;
  health?(): Promise<ProviderHealth>;
  /** Stores data that is not yet stored. */
  close?(): Promise<void>;
}

/**
 * A function of the shop that gets a token: alone, or with its life in seconds. The token is kept and used for every order, unless it
 * serves one request (`singleUse`). A `TokenProvider` may do otherwise.
 */
export type GetServiceToken = (
  need: Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>,
) => Promise<string | { token: string; expiresIn?: number; environment?: string; singleUse?: boolean }>;

/** A source of tokens. */
export type TokenSource = TokenProvider | GetServiceToken;

/** The shortest time limit of a source of tokens, ms. */
const MIN_LIMIT_MS = 1000;

/** The longest time limit of a source of tokens, ms. */
const MAX_LIMIT_MS = 60_000;

/** Returns whether a token is good enough for a request: it is not the refused token, and it has enough life if its life is known. */
export function isGoodToken({ token, expiresAt }: ServiceToken, { rejected, minLifeMs }: TokenNeed, now: number): boolean {
  return token !== rejected && (expiresAt === undefined || expiresAt - now > minLifeMs);
}

/** Returns whether a value is a token that a header can carry. */
export function isTokenText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

/**
 * Parses `TOKEN` or `{ token, expiresIn?, environment?, singleUse? }`, with `expiresIn` in seconds from `askedAt` (epoch ms). `undefined`
 * for any other value. From then on the token is redacted from all texts of the service.
 */
export function parseServiceToken(answer: unknown, askedAt: number): ServiceToken | undefined {
  const read = parseTokenAnswer(answer);
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
