import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import type { PaymentsClient } from '../../client/create-client.js';
import { systemClock } from '../../client/system-clock.js';
import { createTokenUrlSource } from '../../client/tokens/token-url.js';
import type { GetToken } from '../../client/tokens/token.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { watchPagePolicy, type PagePolicy } from '../page/page-policy.js';
import type { Settings } from '../settings/settings.js';
import { setConfirmedClock } from '../order/confirmed-clock.js';
import { learnServiceOrReport, loadFramePart } from '../order/order-service.js';
import { createPageClient } from './page-client.js';

/** The settings that a client depends on. */
const INGREDIENTS = [
  'frameUrl',
  'client',
  'baseUrl',
  'tokenUrl',
  'getToken',
  'profile',
  'environment',
] as const satisfies readonly (keyof Settings)[];

type ClientSettings = Pick<Settings, (typeof INGREDIENTS)[number]>;

let policy: PagePolicy | undefined;

/** Creates clients from settings. Keeps the last client, with its tokens, as long as its settings stay the same. */
export class ClientLoader {
  readonly #host: EventTarget;
  #settings: ClientSettings | undefined;
  #client: Promise<PaymentsClient> | undefined;

  /** `host` dispatches the problem events of the token source. */
  constructor(host: EventTarget) {
    this.#host = host;
  }

  /** Returns the client for these settings. Rejects with a `CheckoutError` if its code cannot be loaded. */
  load(settings: ClientSettings): Promise<PaymentsClient> {
    if (settings.client && settings.frameUrl === undefined) return Promise.resolve(settings.client);
    const last = this.#settings;
    if (this.#client && INGREDIENTS.every((name) => last?.[name] === settings[name])) return this.#client;
    this.#settings = settings;
    const created = this.#create(settings);
    this.#client = created;
    created.then(
      (client) => setConfirmedClock('service', () => (client.isTimeKnown?.() ? client.now() : undefined)),
      () => {
        if (this.#client === created) this.#client = undefined;
      },
    );
    return created;
  }

  async #create(settings: ClientSettings): Promise<PaymentsClient> {
    const { frameUrl, baseUrl } = settings;
    const reportToken = (error: CheckoutError): void => this.#report(error);
    if (frameUrl === undefined) return watchTokens(createClient(settings), reportToken);
    const [{ createFramedClient }, service] = await Promise.all([loadFramePart(), learnServiceOrReport(settings, this.#host)]);
    const getToken = findTokenSource(settings);
    if (!getToken) throw new CheckoutError('invalid-config', 'Neither token-url nor getToken is set: the frame asks for a bearer token.');
    const direct = settings.client ?? (baseUrl ? watchTokens(createClient(settings), reportToken) : undefined);
    const isRelay = settings.client !== undefined || isRelayed(baseUrl);
    return createFramedClient({ settings, service: service.baseUrl, direct, isRelay, getToken, host: this.#host, reportToken });
  }

  /**
   * Reports a failure of the token source to the page. A token of another environment fails every payment, so each occurrence is also
   * written to the console for the developer.
   */
  #report(error: CheckoutError): void {
    if (error.code === 'invalid-config') console.error(`Balcão: ${error.message}`);
    this.#host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'token', error }));
  }
}

/** Creates the client that calls `base-url`. */
function createClient(settings: ClientSettings): PaymentsClient {
  const { baseUrl, profile, environment } = settings;
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  return createPageClient({
    baseUrl,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...presentFields({ getToken: findTokenSource(settings), profile, environment }),
  });
}

/** Finds the token source of the settings; `getToken` takes precedence over `token-url`. */
function findTokenSource({ getToken, tokenUrl }: ClientSettings): GetToken | undefined {
  return getToken ?? (tokenUrl ? createTokenUrlSource(tokenUrl) : undefined);
}

/** Returns true if the shop's own server relays to the service: the address has the page's own origin. */
function isRelayed(baseUrl: string): boolean {
  const url = baseUrl ? parsePageUrl(baseUrl) : undefined;
  return url !== undefined && isOwnOrigin(url);
}

/**
 * Returns a client that reports each failure of its token source. The status of a Pix charge is polled, so only the first of several
 * failures in a row is reported for it.
 */
function watchTokens(client: PaymentsClient, report: (error: CheckoutError) => void): PaymentsClient {
  let isStatusReported = false;
  // The settings are checked before a client is created. The only invalid configuration that the client itself can find is a token of
  // another environment.
  const isTokenError = (error: unknown): error is CheckoutError =>
    isCheckoutError(error) && (error.code === 'token-source' || error.code === 'invalid-config');
  const reportAndThrow = (error: unknown): never => {
    if (isTokenError(error)) report(error);
    throw error;
  };
  return {
    ...client,
    processPayment: async (payment, options) => {
      const result = await client.processPayment(payment, options);
      if (result.status === 'failed' && isTokenError(result.error)) report(result.error);
      return result;
    },
    tokenizeCard: (card, options) => client.tokenizeCard(card, options).catch(reportAndThrow),
    deleteCard: (cardId, options) => client.deleteCard(cardId, options).catch(reportAndThrow),
    generatePixQrCode: (charge, options) => client.generatePixQrCode(charge, options).catch(reportAndThrow),
    getPixStatus: async (chargeId, options) => {
      try {
        const answer = await client.getPixStatus(chargeId, options);
        isStatusReported = false;
        return answer;
      } catch (error) {
        if (isStatusReported) throw error;
        isStatusReported = isTokenError(error);
        return reportAndThrow(error);
      }
    },
  };
}
