import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { isAmountCents } from '../domain/money.js';
import { parseArrivedAmount, UNCLEAR, type ArrivedAmount } from '../domain/pix/arrived-amount.js';
import { parseShopPixStatus, readPixStatus } from '../domain/pix/status-parser.js';
import { presentFields } from '../domain/present-fields.js';
import { parseJson } from '../client/http/read-body.js';
import { sendByRules, type Http, type HttpResponse } from '../client/http/request-rules.js';
import { parseBaseUrl } from '../client/http/service-url.js';
import { createStatusError, isSuccess } from '../client/http/status-error.js';
import { waitAtMost } from '../client/http/wait-at-most.js';
import { parseStatus, queryShop, requestPixStatus } from '../client/pix/pix-status.js';
import { createProfile } from '../client/profile/default-profile.js';
import type { ServiceProfile } from '../client/profile/service-profile.js';
import { Service, type ServiceParts } from '../client/service.js';
import { systemClock } from '../client/system-clock.js';
import type { TokenPurpose } from '../client/tokens/token.js';
import type { LedgerClock } from './ledger/clock.js';
import type { ShopServerOptions } from './options.js';
import type { PixStatusReport } from './orders/pix-charges.js';
import type { ServiceToken, TokenNeed } from './tokens/token-provider.js';
import type { Providers } from './tokens/providers.js';

/** The life of a token beyond the time limit when it is handed out, ms: for its way to the page, and for a shopper who hesitates. */
const SPARE_LIFE_MS = 30_000;

/** The service's status of a Pix charge. `unsupported`: the service provides none, at this address or for this token. */
export type PixReply = Omit<PixStatusReport, 'now'> | 'unsupported';

/** The link to the service for requests of the shop's server, with the shop's tokens and only at the configured address. */
export class ServiceLink {
  readonly profile: ServiceProfile;
  /** The service for calls that charge no card. */
  readonly service: Service;
  readonly #parts: Omit<ServiceParts, 'tokens'>;
  readonly #providers: Providers;
  readonly #readPixAmount: ShopServerOptions['readPixAmount'];
  readonly #clock: LedgerClock;

  /** Creates a link. Throws a `CheckoutError` `invalid-config` for an invalid base URL or profile. */
  constructor({ service, readPixAmount }: Pick<ShopServerOptions, 'service' | 'readPixAmount'>, providers: Providers, clock: LedgerClock) {
    // Redirects are reported and not followed: a card must not be sent to another address.
    const http: Http = (url, { fetch, ...init }) => (service.fetch ?? fetch)(url, { ...init, redirect: 'manual', credentials: 'omit' });
    this.profile = createProfile(service.profile);
    this.#parts = {
      baseUrl: parseBaseUrl(service.baseUrl),
      profile: this.profile,
      clock: systemClock,
      sendRequest: async (request) => redactToken(await sendByRules(request, http), request.authorization),
    };
    this.#providers = providers;
    this.#clock = clock;
    this.#readPixAmount = readPixAmount;
    this.service = this.createService();
  }

  /**
   * Creates the service for one charge with its first token, or for calls that charge no card. `assertInTime` throws once a renewed token
   * comes too late to be used.
   */
  createService(first?: ServiceToken, assertInTime?: () => void): Service {
    let token = first;
    return new Service({
      ...this.#parts,
      tokens: {
        isSingleUse: () => token?.singleUse === true,
        get: async ({ purpose, orderId, attemptId, rejected }) => {
          if (first && rejected === undefined) return first.token;
          token = await this.getToken(purpose, presentFields({ orderId, attemptId, rejected }));
          assertInTime?.();
          return token.token;
        },
      },
    });
  }

  /**
   * Returns a token that lives longer than the time limit of its purpose. Rejects with `token-source`. For a charge, also rejects if the
   * ledger's clock cannot be read.
   */
  async getToken(purpose: TokenPurpose, details: Pick<TokenNeed, 'orderId' | 'attemptId' | 'rejected'> = {}): Promise<ServiceToken> {
    const provider = purpose.startsWith('pix') ? this.#providers.pix : this.#providers.card;
    const minLifeMs = this.service.getLimitMs(purpose) + SPARE_LIFE_MS;
    // The token's end decides when an attempt to charge expires, so it is converted to the ledger's clock, which must be fresh.
    if (purpose === 'card-payment') await this.#clock.refresh();
    try {
      const token = await waitAtMost((signal) => provider.getToken({ purpose, minLifeMs, signal, ...details }));
      // The tokens of a provider with `attach` already end by the ledger's clock.
      return provider.attach || token.expiresAt === undefined ? token : { ...token, expiresAt: this.#clock.convert(token.expiresAt) };
    } catch (error) {
      // An error of the shop's function may contain anything.
      throw isCheckoutError(error) ? error : new CheckoutError('token-source', 'The token source failed.');
    }
  }

  /**
   * Fetches the status of a Pix charge, by the profile's query or from the service. Rejects with a `CheckoutError` if there is no response
   * now.
   */
  async fetchPixStatus(chargeId: string): Promise<PixReply> {
    const { query } = this.profile.pixStatus;
    // A query of the shop may return a status in Balcão's own words. This server must read it as the page does.
    if (query) return this.parsePixStatus(await queryShop(this.service, (signal) => query(chargeId, signal)), chargeId, parseShopPixStatus);
    const response = await requestPixStatus(this.service, chargeId);
    // A 401 here means that a new token was refused too. With any of these responses, the service provides no status of the charge.
    if ([401, 403, 404, 405].includes(response.status)) return 'unsupported';
    if (!isSuccess(response)) throw createStatusError(response);
    return this.parsePixStatus(response.body, chargeId);
  }

  /** Parses the status and the amount of a Pix charge from a body of the service. */
  parsePixStatus(body: unknown, chargeId: string, parseWord = readPixStatus): Omit<PixStatusReport, 'now'> {
    const { status } = parseStatus(this.profile.pixStatus, body, chargeId, parseWord);
    return presentFields({ status, amountCents: this.findAmount(body) });
  }

  /**
   * Finds the amount of a Pix charge in the body of its status, cents. The shop's own function may throw or return anything: the amount is
   * then unclear.
   */
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

/** Redacts the token in a response. A service may repeat the token that it was sent, and the response may be passed on to a page. */
function redactToken(response: HttpResponse, authorization = ''): HttpResponse {
  const token = authorization.replace(/^Bearer /, '');
  const { text, body } = response;
  // JSON has several notations for a character, such as `\/` for a slash. Formatting the body again leaves one.
  const plain = body === undefined ? text : JSON.stringify(body);
  const shown = body === undefined ? token : JSON.stringify(token).slice(1, -1);
  if (token === '' || !plain?.includes(shown)) return response;
  const hidden = plain.replaceAll(shown, '••••');
  return { ...response, text: hidden, body: parseJson(hidden) };
}

/**
 * Finds the amount that arrived, else the amount of the charge. The interface documents neither field. If both are absent, the amount is
 * unknown.
 */
function findArrivedAmount(body: unknown): ArrivedAmount {
  const { paidAmount, amount }: { paidAmount?: unknown; amount?: unknown } = Object(body);
  return parseArrivedAmount(paidAmount ?? amount);
}
