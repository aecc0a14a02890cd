import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';
import { isInsecurePage } from './http/page-origin.js';
import { hasNeverLeft, type HttpRequest, type HttpResponse, type SendRequest } from './http/request-rules.js';
import { isLoopback } from './http/service-url.js';
import { assertNotAborted, waitAtMost } from './http/wait-at-most.js';
import type { Environment } from './profile/environment.js';
import type { ServiceProfile, ServiceProfileInput } from './profile/service-profile.js';
import type { TokenCriteria } from './tokens/token-cache.js';
import type { GetToken, TokenPurpose } from './tokens/token.js';

/** Options of every call. */
export interface CallOptions {
  /** Gives up. A charge that was already sent goes on at the service: it then ends as `unconfirmed`. */
  signal?: AbortSignal;
  /** The shop's order, passed on to the token source. */
  orderId?: string;
  /** The attempt, passed on to the token source; of a charge also the key, where `profile.idempotency` has a place for it. */
  attemptId?: string;
}

/** Settings of a client. */
export interface PaymentsClientOptions {
  /** The service: `https:`, loopback, or a path of the page's own origin (then no token is asked). */
  baseUrl: string;
  /** Source of bearer tokens; needed unless `baseUrl` is of the page's own origin. */
  getToken?: GetToken;
  /** The parts that differ from the default profile. */
  profile?: ServiceProfileInput;
  /**
   * Which service this client is for. With one of which `profile.environment` or the answer of `getToken` says the other, nothing is sent:
   * making the client throws, or the call ends, with `invalid-config`. By default that is not checked; nor is a service that does not say.
   */
  environment?: Environment;
  /** Time; the system's by default. */
  clock?: Clock;
  /**
   * Tells whether the page's own policy (CSP) kept a request to this URL from being sent, asked after a request broke before the browser
   * can have turned to the network. Pages pass one that listens to `securitypolicyviolation`; without it nothing is taken to be blocked.
   */
  wasBlocked?: (url: string) => Promise<boolean> | boolean;
  /** True if the device has a network; `true` by default. */
  isOnline?: () => boolean;
}

/** One call of the service, before it has a token. */
export interface ServiceCall extends Pick<HttpRequest, 'method' | 'body' | 'key' | 'contentType'> {
  purpose: TokenPurpose;
  /** Below the base URL. */
  path: string;
  /** Reais as decimal text, for the token source. */
  amount?: string;
}

/** Where the tokens of calls come from. */
export interface Tokens {
  /** A token that is good enough, or `undefined` for a call that goes without. Rejects with a `CheckoutError`. */
  get: (need: TokenCriteria) => Promise<string | undefined>;
  /** True if the token of a charge serves one request alone. Default: it serves any number. */
  isSingleUse?: () => boolean;
}

/** The parts of a service. */
export interface ServiceParts extends Pick<PaymentsClientOptions, 'wasBlocked' | 'isOnline'> {
  baseUrl: URL;
  profile: ServiceProfile;
  clock: Clock;
  tokens: Tokens;
  /** Sends one request. */
  sendRequest: SendRequest;
  /** Why nothing was sent, where a relay of the page's own origin says so. From the service itself no such word is believed. */
  findNotSent?: ((response: HttpResponse) => CheckoutError | undefined) | undefined;
}

/** The service behind a base URL: what all calls share. */
export class Service {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly baseUrl: URL;
  readonly #parts: ServiceParts;
  #clockOffsetMs: number | undefined;

  constructor(parts: ServiceParts) {
    const { baseUrl, profile, clock } = parts;
    this.#parts = parts;
    this.baseUrl = baseUrl;
    this.profile = profile;
    this.clock = clock;
  }

  /** The present instant by the server's clock as far as it is known, epoch ms. */
  now(): number {
    return this.clock.now() + (this.#clockOffsetMs ?? 0);
  }

  /** True if the server's time is known. */
  get isTimeKnown(): boolean {
    return this.#clockOffsetMs !== undefined;
  }

  /** Throws when a call cannot even be tried: given up, insecure page, no network. */
  assertReady(signal: AbortSignal | undefined): void {
    assertNotAborted(signal);
    if (isInsecurePage()) throw new CheckoutError('insecure-page', 'The page is not served by https:.');
    if (this.isOffline) throw new CheckoutError('offline', 'The device is offline.');
  }

  /** True if the device says that it has no way to the service. */
  get isOffline(): boolean {
    return this.#parts.isOnline?.() === false && !isLoopback(this.baseUrl);
  }

  /** A token for a call; `undefined` where it goes without. `rejected` is one that the service refused. */
  async getToken({ purpose, amount }: ServiceCall, options: CallOptions, rejected?: string): Promise<string | undefined> {
    const { orderId, attemptId, signal } = options;
    const token = await this.#parts.tokens.get({
      purpose,
      orderId,
      attemptId,
      amount,
      minLifeMs: this.#getLimitMs(purpose),
      rejected,
      signal,
    });
    assertNotAborted(signal);
    return token;
  }

  /** True if the token of a charge serves one request alone: a 401 then says nothing of the charge. */
  get hasSingleUseTokens(): boolean {
    return this.#parts.tokens.isSingleUse?.() === true;
  }

  /** Waits for work as long as the profile lets such a call take. */
  wait<T>(work: (signal: AbortSignal) => Promise<T>, purpose: TokenPurpose, signal?: AbortSignal): Promise<T> {
    return waitAtMost(work, { clock: this.clock, limitMs: this.#getLimitMs(purpose), signal });
  }

  /** Sends a call once. Rejects with `network`, `blocked-by-page` (certainly not sent) or `aborted`. */
  async send(call: ServiceCall, token: string | undefined, signal?: AbortSignal): Promise<HttpResponse> {
    const url = this.#locate(call);
    const scheme = call.purpose.startsWith('pix') && this.profile.pixAuthorization === 'jwt' ? '' : 'Bearer ';
    try {
      const response = await this.#parts.sendRequest({
        ...call,
        url,
        signal,
        authorization: token && scheme + token,
        now: () => this.now(),
      });
      if (response.sentAt !== undefined) this.setTime(response.sentAt);
      return response;
    } catch (error) {
      throw hasNeverLeft(error) && (await this.wasBlocked(call))
        ? new CheckoutError('blocked-by-page', `The page's policy (CSP connect-src) blocks ${url.origin}.`)
        : error;
    }
  }

  /**
   * Sends a call that moves no money, with one new token after a 401, and returns the response whatever its status. The time limit
   * and the signal end the request.
   */
  async request(call: ServiceCall, options: CallOptions): Promise<HttpResponse> {
    this.assertReady(options.signal);
    const token = await this.getToken(call, options);
    const response = await this.exchange(call, token, options.signal);
    if (response.status !== 401 || token === undefined) return response;
    return this.exchange(call, await this.getToken(call, options, token), options.signal);
  }

  /** Sends a call once, within its time limit. */
  exchange(call: ServiceCall, token: string | undefined, signal?: AbortSignal): Promise<HttpResponse> {
    return this.wait((ended) => this.send(call, token, ended), call.purpose, signal);
  }

  /** Why nothing was sent, where this is a relay that says so. */
  findNotSent(response: HttpResponse): CheckoutError | undefined {
    return this.#parts.findNotSent?.(response);
  }

  /** True if there is a sign that the page's policy blocks such a call. Certain only together with `hasNeverLeft`. */
  async wasBlocked(call: ServiceCall): Promise<boolean> {
    try {
      return (await this.#parts.wasBlocked?.(this.#locate(call).href)) === true;
    } catch {
      return false;
    }
  }

  #locate({ path }: ServiceCall): URL {
    return new URL(this.baseUrl.href + path.replace(/^\/+/, ''));
  }

  #getLimitMs(purpose: TokenPurpose): number {
    const { cardMs, otherMs } = this.profile.timeLimits;
    return purpose === 'card-payment' ? cardMs : otherMs;
  }

  /** Notes the server's time, epoch ms. */
  setTime(now: number): void {
    this.#clockOffsetMs = now - this.clock.now();
  }
}
