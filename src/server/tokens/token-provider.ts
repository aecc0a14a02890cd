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
  /** Its end, epoch ms, by the `now` that `attach` gave, or by this machine's clock where the provider has no `attach`; absent where it is unknown. */
  expiresAt?: number;
  /** The service that it belongs to, where the service provides that. */
  environment?: string;
  /** True for a token that serves one request: a charge with the answer 401 may then have been carried out. */
  singleUse?: boolean;
}

/** A request for a token. */
export interface TokenNeed {
  purpose: TokenPurpose;
  /** The order that it is for, if there is one. */
  orderId?: string;
  /** The attempt to charge that it is for: a source that gives each attempt its own token recognizes the charge by it. */
  attemptId?: string;
  /** The life that it must have left, ms, where its life is known. */
  minLifeMs: number;
  /** A token that the service refused with 401: another one is wanted. */
  rejected?: string;
  signal: AbortSignal;
}

/** The server of a provider, for one with a memory or pages. */
export interface ProviderContext {
  ledger: Ledger;
  /** `https://loja.example`. */
  publicOrigin: string;
  /** `/shop/`. */
  basePath: string;
  /** The ledger's clock, epoch ms: this machine's own may be wrong. */
  now: () => number;
  report: ReportEvent;
}

/** The state of a provider. `disconnected`: somebody must sign in. */
export type ProviderHealth = 'ready' | 'disconnected' | 'failing';

/** A source of tokens: `loginTokens` and `oauthTokens` create one. */
export interface TokenProvider {
  /** Rejects with a `CheckoutError`, `token-source`, which contains nothing of the service's answer. */
  getToken(need: TokenNeed): Promise<ServiceToken>;
  /** Called once, first of all. Throws `invalid-config`. */
  attach?(context: ProviderContext): void;
  /** Its pages by path below `basePath`: `connect`. They check access themselves. */
  readonly routes?: ReadonlyMap<string, (request: Request) => Promise<Response>>;
  health?(): Promise<ProviderHealth>;
  /** Writes down data that is not yet written. */
  close?(): Promise<void>;
}

/**
 * A function of the shop that gets a token: alone, or with its life in seconds. The token is kept and given to every order, except one that serves
 * one request (`singleUse`); a `TokenProvider` may do otherwise.
 */
export type GetServiceToken = (
  need: Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>,
) => Promise<string | { token: string; expiresIn?: number; environment?: string; singleUse?: boolean }>;

/** A source of tokens. */
export type TokenSource = TokenProvider | GetServiceToken;

/** The shortest time limit that a source of tokens may be given, ms. */
const MIN_LIMIT_MS = 1000;

/** The longest, ms. */
const MAX_LIMIT_MS = 60_000;

/** True for a token that is good enough for a request: not the one that was refused, and with enough life where its life is known. */
export function isGoodToken({ token, expiresAt }: ServiceToken, { rejected, minLifeMs }: TokenNeed, now: number): boolean {
  return token !== rejected && (expiresAt === undefined || expiresAt - now > minLifeMs);
}

/** True for a token that a header can carry. */
export function isTokenText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

/**
 * Parses `TOKEN` or `{ token, expiresIn?, environment?, singleUse? }`, `expiresIn` in seconds from `askedAt` (epoch ms). `undefined` for anything else.
 * From then on no answer of the service can show the token.
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
