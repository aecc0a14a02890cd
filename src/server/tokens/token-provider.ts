import type { TokenPurpose } from '../../client/tokens/token.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Report } from '../events.js';

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
