import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { createPaymentsClient, type PaymentsClient } from '../../client/payments-client.js';
import { systemClock } from '../../client/system-clock.js';
import { createTokenUrlSource } from '../../client/tokens/token-url.js';
import type { GetToken } from '../../client/tokens/token.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { watchPagePolicy, type PagePolicy } from '../page/page-policy.js';
import type { Settings } from '../settings/settings.js';
import { setConfirmedClock } from '../order/confirmed-clock.js';
import { learnServiceOrReport, loadFramePart } from '../order/order-service.js';

/** The settings that a client is made from. */
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

/** Makes clients from settings and keeps the last one, with its tokens, for as long as its settings stay the same. */
export class ClientLoader {
  readonly #host: EventTarget;
  #settings: ClientSettings | undefined;
  #client: Promise<PaymentsClient> | undefined;

  /** `host` sends the problem events of the token source. */
  constructor(host: EventTarget) {
    this.#host = host;
  }

  /** The client of these settings. Rejects with a `CheckoutError` where its code cannot be loaded. */
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
   * Reports a failure of the token source. A token of another environment fails every payment, so the developer reads the reason wherever it occurs.
   */
  #report(error: CheckoutError): void {
    if (error.code === 'invalid-config') console.error(`Balcão: ${error.message}`);
    this.#host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'token', error }));
  }
}

function createClient(settings: ClientSettings): PaymentsClient {
  const { baseUrl, profile, environment } = settings;
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  return createPaymentsClient({
    baseUrl,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...presentFields({ getToken: findTokenSource(settings), profile, environment }),
  });
}

function findTokenSource({ getToken, tokenUrl }: ClientSettings): GetToken | undefined {
  return getToken ?? (tokenUrl ? createTokenUrlSource(tokenUrl) : undefined);
}

/** True where the shop's own server relays to the service. */
function isRelayed(baseUrl: string): boolean {
  const url = baseUrl ? parsePageUrl(baseUrl) : undefined;
  return url !== undefined && isOwnOrigin(url);
}

/**
 * Returns the client with each failure of its token source reported. The questions about a Pix charge repeat by themselves: of them
 * only the first failure is reported, until one succeeds again.
 */
function watchTokens(client: PaymentsClient, report: (error: CheckoutError) => void): PaymentsClient {
  let isStatusReported = false;
  // The settings are checked before a client is made, so the only problem that a client can find is its token's environment.
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
