import { rememberToken } from '../../client/tokens/page-tokens.js';
import { readTokenAnswer } from '../../client/tokens/token-answer.js';
import type { TokenPurpose } from '../../client/tokens/token.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Report } from '../events.js';
import type { Ledger } from '../ledger/ledger.js';

/** A token of the service as this server holds it. */
export interface ServiceToken {
  token: string;
  /** Its end, epoch ms, by the `now` that `attach` gave, or by this machine's clock where the provider has no `attach`; absent where nobody said. */
  expiresAt?: number;
  /** Which service it is of, where the service says so. */
  environment?: string;
  /** Whether it serves one request: a charge that is answered 401 may then have been carried out. */
  singleUse?: boolean;
}

/** What a token is wanted for. */
export interface TokenNeed {
  purpose: TokenPurpose;
  /** The order that it is for, where it is for one. */
  orderId?: string;
  /** The attempt to charge that it is for: a source that gives each attempt a token of its own knows its charge again by it. */
  attemptId?: string;
  /** How much life it must have left, ms, where its life is known. */
  minLifeMs: number;
  /** A token that the service answered with 401: another is wanted. */
  rejected?: string;
  signal: AbortSignal;
}

/** What a provider with a memory or with pages of its own works with. */
export interface ProviderContext {
  ledger: Ledger;
  /** `https://loja.example`. */
  publicOrigin: string;
  /** `/shop/`. */
  basePath: string;
  /** The ledger's clock, epoch ms: this machine's own may be wrong. */
  now: () => number;
  report: Report;
}

/** How a provider is. `disconnected`: somebody must sign in. */
export type ProviderHealth = 'ready' | 'disconnected' | 'failing';

/** One of the ways to tokens that come with the package. */
export interface TokenProvider {
  /** Rejects with a `CheckoutError`, `token-source`, without anything of the service's answer in it. */
  getToken(need: TokenNeed): Promise<ServiceToken>;
  /** Called once, before anything else. Throws `invalid-config`. */
  attach?(context: ProviderContext): void;
  /** Pages of its own by path below `basePath`: `connect`. They check themselves who may. */
  readonly routes?: ReadonlyMap<string, (request: Request) => Promise<Response>>;
  health?(): Promise<ProviderHealth>;
  /** Writes down what is not yet written. */
  close?(): Promise<void>;
}

/**
 * A function of the shop that gets a token: alone, or with its life in seconds. What it gets is kept and given to every order, but for tokens that serve
 * one request (`singleUse`); a `TokenProvider` may do otherwise.
 */
export type GetServiceToken = (
  need: Pick<TokenNeed, 'purpose' | 'rejected' | 'signal'>,
) => Promise<string | { token: string; expiresIn?: number; environment?: string; singleUse?: boolean }>;

/** Where tokens come from. */
export type TokenSource = TokenProvider | GetServiceToken;

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
