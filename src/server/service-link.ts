import { parseJson } from '../client/http/read-body.js';
import { type Http, type HttpRequest, type HttpResponse, sendByRules } from '../client/http/request-rules.js';
import { formatPathSegment, parseBaseUrl } from '../client/http/service-url.js';
import { isSuccess } from '../client/http/status-error.js';
import { waitAtMost } from '../client/http/wait-at-most.js';
import { readStatus } from '../client/pix/pix-status.js';
import { createProfile } from '../client/profile/default-profile.js';
import type { ServiceProfile, ServiceProfileInput } from '../client/profile/service-profile.js';
import type { TokenPurpose } from '../client/tokens/token.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { isAmountCents } from '../domain/money.js';
import { type ArrivedAmount, readArrivedAmount, UNCLEAR } from '../domain/pix/arrived-amount.js';
import { type PixStatus, readPixStatus, readShopPixStatus } from '../domain/pix/status.js';
import type { LedgerClock } from './ledger/clock.js';
import type { ServiceToken, TokenNeed, TokenProvider } from './tokens/token-provider.js';

/** No redirect is followed, and what one says is seen: where a service sends somebody else's way, a card must not go. */
function createHttp(own: typeof globalThis.fetch | undefined): Http {
  return (url, { fetch, ...init }) => (own ?? fetch)(url, { ...init, redirect: 'manual', credentials: 'omit' });
}

/** How much life a token has beyond the time limit when it is handed out, ms: the way to the page and the shopper's hesitation. */
const SPARE_LIFE_MS = 30_000;

/** What the service said of a Pix charge. `unaskable`: it has no such status, at this address or for this token. */
export type PixReply = { status: PixStatus; amountCents?: Exclude<ArrivedAmount, undefined> } | 'unaskable';

/** One request to the service. */
export interface ServiceRequest extends Pick<HttpRequest, 'method' | 'body' | 'key'> {
  purpose: TokenPurpose;
  /** Below the base URL. */
  path: string;
}

/** What the link is made of. */
export interface ServiceLinkOptions {
  baseUrl: string;
  profile?: ServiceProfileInput | undefined;
  /** How requests get there. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  providers: { card: TokenProvider; pix: TokenProvider };
  clock: LedgerClock;
  readPixAmount?: ((body: unknown) => number | undefined) | undefined;
}

/** The service, as the shop's server asks it: with the shop's tokens, and at the configured address alone. */
export class ServiceLink {
  readonly baseUrl: URL;
  readonly profile: ServiceProfile;
  readonly #providers: ServiceLinkOptions['providers'];
  readonly #readPixAmount: ((body: unknown) => number | undefined) | undefined;
  readonly #http: Http;
  readonly #clock: LedgerClock;

  /** Throws a `CheckoutError` `invalid-config`. */
  constructor({ baseUrl, profile, fetch, providers, clock, readPixAmount }: ServiceLinkOptions) {
    this.#http = createHttp(fetch);
    this.baseUrl = parseBaseUrl(baseUrl);
    this.profile = createProfile(profile);
    this.#providers = providers;
    this.#clock = clock;
    this.#readPixAmount = readPixAmount;
  }

  /** A token with more life than the time limit of what it is for. Rejects with `token-source`; for a charge also where the ledger has no time to say. */
  async getToken(purpose: TokenPurpose, details: Pick<TokenNeed, 'orderId' | 'attemptId' | 'rejected'> = {}): Promise<ServiceToken> {
    const provider = purpose.startsWith('pix') ? this.#providers.pix : this.#providers.card;
    const minLifeMs = this.limitMs(purpose) + SPARE_LIFE_MS;
    // The end of a token is the end of an attempt to charge: it is counted from what the ledger's clock says now.
    if (purpose === 'card-payment') await this.#clock.refresh();
    try {
      const token = await waitAtMost((signal) => provider.getToken({ purpose, minLifeMs, signal, ...details }));
      return provider.attach || token.expiresAt === undefined ? token : { ...token, expiresAt: this.#clock.convert(token.expiresAt) };
    } catch (error) {
      // What a shop's function throws may hold anything.
      throw isCheckoutError(error) ? error : new CheckoutError('token-source', 'The token source failed.');
    }
  }

  /** How long a response may take, ms. */
  limitMs(purpose: TokenPurpose): number {
    const { cardMs, otherMs } = this.profile.timeLimits;
    return purpose === 'card-payment' ? cardMs : otherMs;
  }

  /** Sends a request once, without a time limit. Rejects with `network` where no response can be read: it may have arrived. */
  async send({ purpose, path, ...request }: ServiceRequest, { token }: ServiceToken, signal?: AbortSignal): Promise<HttpResponse> {
    const isBare = purpose.startsWith('pix') && this.profile.pixAuthorization === 'jwt';
    const url = new URL(this.baseUrl.href + path.replace(/^\/+/, ''));
    const response = await sendByRules({ ...request, url, authorization: isBare ? token : `Bearer ${token}`, signal }, this.#http);
    return hideToken(response, token);
  }

  /** Sends what moves no money, within its time limit, with one new token after a 401. */
  async request(request: ServiceRequest): Promise<HttpResponse> {
    const token = await this.getToken(request.purpose);
    const exchange = (used: ServiceToken): Promise<HttpResponse> =>
      waitAtMost((signal) => this.send(request, used, signal), { limitMs: this.limitMs(request.purpose) });
    const response = await exchange(token);
    return response.status === 401 ? exchange(await this.getToken(request.purpose, { rejected: token.token })) : response;
  }

  /** Asks what became of a Pix charge, by the profile's own query or at the service. Rejects with a `CheckoutError` where there is no answer now. */
  async askPix(chargeId: string): Promise<PixReply> {
    const { query } = this.profile.pixStatus;
    const body = query ? await this.#query((signal) => query(chargeId, signal)) : await this.#askService(chargeId);
    if (body === 'unaskable') return body;
    // A query of the shop's may answer in Balcão's words: whatever the page reads as paid, this server does too.
    const { status } = readStatus(this.profile.pixStatus, body, chargeId, query ? readShopPixStatus : readPixStatus);
    const amountCents = this.readAmount(body);
    return { status, ...(amountCents !== undefined && { amountCents }) };
  }

  async #query(query: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    try {
      return await waitAtMost(query, { limitMs: this.limitMs('pix-status') });
    } catch {
      throw new CheckoutError('network', "The profile's pixStatus.query failed.");
    }
  }

  async #askService(chargeId: string): Promise<unknown> {
    const path = this.profile.paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
    const response = await this.request({ purpose: 'pix-status', method: 'GET', path });
    // A new token was refused too: this service lets nobody ask (design, 3.4).
    if ([401, 403, 404, 405].includes(response.status)) return 'unaskable';
    if (!isSuccess(response)) throw new CheckoutError('server', `The service responded ${response.status} about a Pix charge.`);
    return response.body;
  }

  /** What a body about a Pix charge says that it is of, cents. The shop's own code may throw or return anything. */
  readAmount(body: unknown): ArrivedAmount {
    if (!this.#readPixAmount) return readAmountField(body);
    try {
      const cents = this.#readPixAmount(body) ?? undefined;
      return cents === undefined || isAmountCents(cents) ? cents : UNCLEAR;
    } catch {
      return UNCLEAR;
    }
  }
}

/** A service that shows the token which it was sent would show it to the page that the response is passed on to. */
function hideToken(response: HttpResponse, token: string): HttpResponse {
  const { text, body } = response;
  // Many services write `\/` for a slash or `\u002b` for a plus: JSON of our own has one way of writing.
  const plain = body === undefined ? text : JSON.stringify(body);
  const shown = body === undefined ? token : JSON.stringify(token).slice(1, -1);
  if (!plain?.includes(shown)) return response;
  const hidden = plain.replaceAll(shown, '••••');
  return { ...response, text: hidden, body: parseJson(hidden) };
}

/** What arrived, else what the charge is of. The interface shows neither field: where there is none, nobody knows. */
function readAmountField(body: unknown): ArrivedAmount {
  const { paidAmount, amount }: { paidAmount?: unknown; amount?: unknown } = Object(body);
  return readArrivedAmount(paidAmount ?? amount);
}
