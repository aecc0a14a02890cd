import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { isAmountCents } from '../domain/money.js';
import { parseArrivedAmount, UNCLEAR, type ArrivedAmount } from '../domain/pix/arrived-amount.js';
import { readPixStatus, parseShopPixStatus } from '../domain/pix/status.js';
import { presentFields } from '../domain/present-fields.js';
import { parseJson } from '../client/http/read-body.js';
import { sendByRules, type Http, type HttpResponse } from '../client/http/request-rules.js';
import { formatPathSegment, parseBaseUrl } from '../client/http/service-url.js';
import { isSuccess } from '../client/http/status-error.js';
import { waitAtMost } from '../client/http/wait-at-most.js';
import { parseStatus } from '../client/pix/pix-status.js';
import { createProfile } from '../client/profile/default-profile.js';
import type { ServiceProfile } from '../client/profile/service-profile.js';
import { Service, type ServiceCall } from '../client/service.js';
import { systemClock } from '../client/system-clock.js';
import type { TokenPurpose } from '../client/tokens/token.js';
import type { LedgerClock } from './ledger/clock.js';
import type { ShopServerOptions } from './options.js';
import type { PixStatusReport } from './orders/pix-charges.js';
import type { ServiceToken, TokenNeed } from './tokens/token-provider.js';
import type { Providers } from './tokens/providers.js';

/** A token's life beyond the time limit when it is handed out, ms: for the way to the page and the shopper's hesitation. */
const SPARE_LIFE_MS = 30_000;

/** The service's status of a Pix charge. `unaskable`: it has no such status, at this address or for this token. */
export type PixReply = Omit<PixStatusReport, 'now'> | 'unaskable';

/** The service, for requests of the shop's server: with the shop's tokens, and at the configured address alone. */
export class ServiceLink {
  readonly profile: ServiceProfile;
  readonly #service: Service;
  readonly #providers: Providers;
  readonly #readPixAmount: ShopServerOptions['readPixAmount'];
  readonly #clock: LedgerClock;

  /** Throws a `CheckoutError` `invalid-config`. */
  constructor({ service, readPixAmount }: Pick<ShopServerOptions, 'service' | 'readPixAmount'>, providers: Providers, clock: LedgerClock) {
    // Redirects are not followed but reported: a card must not go where a service redirects to.
    const http: Http = (url, { fetch, ...init }) => (service.fetch ?? fetch)(url, { ...init, redirect: 'manual', credentials: 'omit' });
    this.profile = createProfile(service.profile);
    this.#service = new Service({
      baseUrl: parseBaseUrl(service.baseUrl),
      profile: this.profile,
      clock: systemClock,
      tokens: { get: async ({ purpose, rejected }) => (await this.getToken(purpose, presentFields({ rejected }))).token },
      sendRequest: async (request) => hideToken(await sendByRules(request, http), request.authorization),
    });
    this.#providers = providers;
    this.#clock = clock;
    this.#readPixAmount = readPixAmount;
  }

  /**
   * Returns a token with more life than the time limit of its purpose. Rejects with `token-source`; for a charge also where the ledger's time is
   * unknown.
   */
  async getToken(purpose: TokenPurpose, details: Pick<TokenNeed, 'orderId' | 'attemptId' | 'rejected'> = {}): Promise<ServiceToken> {
    const provider = purpose.startsWith('pix') ? this.#providers.pix : this.#providers.card;
    const minLifeMs = this.limitMs(purpose) + SPARE_LIFE_MS;
    // The end of a token is the end of an attempt to charge: it is counted by the ledger's clock.
    if (purpose === 'card-payment') await this.#clock.refresh();
    try {
      const token = await waitAtMost((signal) => provider.getToken({ purpose, minLifeMs, signal, ...details }));
      return provider.attach || token.expiresAt === undefined ? token : { ...token, expiresAt: this.#clock.convert(token.expiresAt) };
    } catch (error) {
      // The error of a shop's function may hold anything.
      throw isCheckoutError(error) ? error : new CheckoutError('token-source', 'The token source failed.');
    }
  }

  /** How long a response may take, ms. */
  limitMs(purpose: TokenPurpose): number {
    const { cardMs, otherMs } = this.profile.timeLimits;
    return purpose === 'card-payment' ? cardMs : otherMs;
  }

  /** Sends a request once, without a time limit. Rejects with `network` where no response can be read: the request may have arrived. */
  send(call: ServiceCall, { token }: ServiceToken): Promise<HttpResponse> {
    return this.#service.send(call, token);
  }

  /** Sends a request that moves no money, within its time limit, with one new token after a 401. */
  request(call: ServiceCall): Promise<HttpResponse> {
    return this.#service.request(call, {});
  }

  /** Asks about a Pix charge, by the profile's query or at the service. Rejects with a `CheckoutError` where there is no answer now. */
  async askPix(chargeId: string): Promise<PixReply> {
    const { query } = this.profile.pixStatus;
    const body = query ? await this.#query((signal) => query(chargeId, signal)) : await this.#askService(chargeId);
    if (body === 'unaskable') return body;
    // A query of the shop may answer in Balcão's words: this server reads as paid whatever the page does.
    const { status } = parseStatus(this.profile.pixStatus, body, chargeId, query ? parseShopPixStatus : readPixStatus);
    return presentFields({ status, amountCents: this.findAmount(body) });
  }

  async #query(query: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    try {
      return await this.#service.wait(query, 'pix-status');
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

  /** The amount of a Pix charge in a body about it, cents. The shop's own code may throw or return anything. */
  findAmount(body: unknown): ArrivedAmount {
    if (!this.#readPixAmount) return findArrivedAmount(body);
    try {
      const cents = this.#readPixAmount(body) ?? undefined;
      return cents === undefined || isAmountCents(cents) ? cents : UNCLEAR;
    } catch {
      return UNCLEAR;
    }
  }
}

/** A service that shows the token which it was sent would show it to the page that the response is passed on to. */
function hideToken(response: HttpResponse, authorization = ''): HttpResponse {
  const token = authorization.replace(/^Bearer /, '');
  const { text, body } = response;
  // Many services write `\/` for a slash or `\u002b` for a plus: JSON that this server writes has one notation.
  const plain = body === undefined ? text : JSON.stringify(body);
  const shown = body === undefined ? token : JSON.stringify(token).slice(1, -1);
  if (token === '' || !plain?.includes(shown)) return response;
  const hidden = plain.replaceAll(shown, '••••');
  return { ...response, text: hidden, body: parseJson(hidden) };
}

/** The amount that arrived, else that of the charge. The interface documents neither field: where both are absent, the amount is unknown. */
function findArrivedAmount(body: unknown): ArrivedAmount {
  const { paidAmount, amount }: { paidAmount?: unknown; amount?: unknown } = Object(body);
  return parseArrivedAmount(paidAmount ?? amount);
}
