import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';
import { isInsecurePage, isLoopback } from './http/page-origin.js';
import { hasNeverLeft, type HttpRequest, type HttpResponse, type SendRequest } from './http/request-rules.js';
import { assertNotAborted, waitAtMost } from './http/wait-at-most.js';
import type { Environment } from './profile/environment.js';
import type { ServiceProfile, ServiceProfileInput } from './profile/service-profile.js';
import type { TokenCriteria } from './tokens/token-cache.js';
import type { GetToken, TokenPurpose } from './tokens/token.js';

/** The options that every call has. */
export interface CallOptions {
  /** A signal that aborts the call. A charge that was already sent goes on at the service. The call then ends as `unconfirmed`. */
  signal?: AbortSignal;
  /** The shop's identifier of the order, passed on to the token source. */
  orderId?: string;
  /**
   * The identifier of the attempt, passed on to the token source. It is also the key of a charge, if `profile.idempotency` has a place for
   * it.
   */
  attemptId?: string;
}

/** The settings of a client. */
export interface PaymentsClientOptions {
  /** The service's base URL: `https:`, loopback, or a path of the page's own origin (no token is then requested). */
  baseUrl: string;
  /** The source of bearer tokens; required unless `baseUrl` is of the page's own origin. */
  getToken?: GetToken;
  /** The parts of the profile that differ from the default profile. */
  profile?: ServiceProfileInput;
  /**
   * The environment of the service. If `profile.environment` or the answer of `getToken` names the other environment, nothing is sent:
   * creating the client throws `invalid-config`, or the call ends with that error. A service that does not name its environment is not
   * checked. Default: no check.
   */
  environment?: Environment;
  /** The clock; default: the device's clock. */
  clock?: Clock;
  /**
   * Returns whether the page's own policy (CSP) blocked a request to this URL. It is called after a request failed before the browser can
   * have used the network. A page passes a function that listens to `securitypolicyviolation`. Without one, nothing counts as blocked.
   */
  wasBlocked?: (url: string) => Promise<boolean> | boolean;
  /** Returns whether the device has a network; default: always `true`. */
  isOnline?: () => boolean;
}

/** One call of the service, before it has a token. */
export interface ServiceCall extends Pick<HttpRequest, 'method' | 'body' | 'key' | 'contentType'> {
  purpose: TokenPurpose;
  /** The path below the base URL. */
  path: string;
  /** The amount for the token source: reais as decimal text. */
  amount?: string;
}

/** The source of the tokens of calls. */
export interface Tokens {
  /** Returns a token that meets the criteria, or `undefined` for a call without a token. Rejects with a `CheckoutError`. */
  get: (need: TokenCriteria) => Promise<string | undefined>;
  /** Returns whether the token of a charge serves only one request. Default: it serves any number of requests. */
  isSingleUse?: () => boolean;
}

/** The parts of which a service consists. */
export interface ServiceParts extends Pick<PaymentsClientOptions, 'wasBlocked' | 'isOnline'> {
  baseUrl: URL;
  profile: ServiceProfile;
  clock: Clock;
  tokens: Tokens;
  /** Sends one request. */
  sendRequest: SendRequest;
  /**
   * Returns the reason why a relay of the page's own origin sent nothing. Absent for the service itself, whose response is no proof of
   * that.
   */
  findNotSent?: ((response: HttpResponse) => CheckoutError | undefined) | undefined;
}

/** The service at a base URL, which all calls share. */
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

  /** Returns the present instant by the server's clock if known, else by the device's, epoch ms. */
  now(): number {
    return this.clock.now() + (this.#clockOffsetMs ?? 0);
  }

  /** True if the server's time is known. */
  get isTimeKnown(): boolean {
    return this.#clockOffsetMs !== undefined;
  }

  /** Throws if a call cannot be sent: it was aborted, the page is insecure, or there is no network. */
  assertReady(signal: AbortSignal | undefined): void {
    assertNotAborted(signal);
    if (isInsecurePage()) throw new CheckoutError('insecure-page', 'The page is not served by https:.');
    if (this.isOffline) throw new CheckoutError('offline', 'The device is offline.');
  }

  /** True if the device is offline and the service is not on this machine. */
  get isOffline(): boolean {
    return this.#parts.isOnline?.() === false && !isLoopback(this.baseUrl);
  }

  /** Returns a token for a call, or `undefined` for a call without a token. `rejected` is a token that the service refused. */
  async getToken({ purpose, amount }: ServiceCall, options: CallOptions, rejected?: string): Promise<string | undefined> {
    const { orderId, attemptId, signal } = options;
    const token = await this.#parts.tokens.get({
      purpose,
      orderId,
      attemptId,
      amount,
      minLifeMs: this.getLimitMs(purpose),
      rejected,
      signal,
    });
    assertNotAborted(signal);
    return token;
  }

  /** True if the token of a charge serves only one request. A 401 then proves nothing about the charge. */
  get hasSingleUseTokens(): boolean {
    return this.#parts.tokens.isSingleUse?.() === true;
  }

  /** Waits for work within the profile's time limit for calls of this purpose. */
  wait<T>(work: (signal: AbortSignal) => Promise<T>, purpose: TokenPurpose, signal?: AbortSignal): Promise<T> {
    return waitAtMost(work, { clock: this.clock, limitMs: this.getLimitMs(purpose), signal });
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
   * Sends a call that moves no money. After a 401, sends it once more with a new token. Returns the response with any status. The time
   * limit and the signal end the request.
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

  /** Returns the reason why nothing was sent, if the response is from a relay that says so. */
  findNotSent(response: HttpResponse): CheckoutError | undefined {
    return this.#parts.findNotSent?.(response);
  }

  /** Returns whether there is a sign that the page's policy blocks this call. The sign is proof only together with `hasNeverLeft`. */
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

  /** Returns the profile's time limit for calls of this purpose, ms. */
  getLimitMs(purpose: TokenPurpose): number {
    const { cardMs, otherMs } = this.profile.timeLimits;
    return purpose === 'card-payment' ? cardMs : otherMs;
  }

  /** Sets the server's time, epoch ms. */
  setTime(now: number): void {
    this.#clockOffsetMs = now - this.clock.now();
  }
}
