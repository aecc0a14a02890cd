import type { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { createPaymentsClient, type PaymentsClient } from '../../client/payments-client.js';
import { systemClock } from '../../client/system-clock.js';
import { createTokenUrlSource } from '../../client/tokens/token-url.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { watchPagePolicy, type PagePolicy } from '../page/page-policy.js';
import type { Settings } from '../settings/settings.js';
import { setConfirmedClock } from '../order/confirmed-time.js';
import { watchTokens } from './token-problems.js';

/** The settings that a client is made from. */
const INGREDIENTS = ['baseUrl', 'tokenUrl', 'getToken', 'profile', 'environment'] as const satisfies readonly (keyof Settings)[];

type ClientSettings = Pick<Settings, (typeof INGREDIENTS)[number] | 'client'>;

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
    if (settings.client) return Promise.resolve(settings.client);
    const last = this.#settings;
    if (this.#client && INGREDIENTS.every((name) => last?.[name] === settings[name])) return this.#client;
    this.#settings = settings;
    const created = createClient(settings).then((made) => watchTokens(made, (error) => this.#report(error)));
    this.#client = created;
    created.catch(() => {
      if (this.#client === created) this.#client = undefined;
    });
    return created;
  }

  /** A token of another environment fails every payment alike, so the developer reads why wherever it comes up. */
  #report(error: CheckoutError): void {
    if (error.code === 'invalid-config') console.error(`Balcão: ${error.message}`);
    this.#host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'token', error }));
  }
}

async function createClient({ baseUrl, tokenUrl, getToken, profile, environment }: ClientSettings): Promise<PaymentsClient> {
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  const source = getToken ?? (tokenUrl ? createTokenUrlSource(tokenUrl) : undefined);
  const client = createPaymentsClient({
    baseUrl,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...presentFields({ getToken: source, profile, environment }),
  });
  setConfirmedClock('service', () => (client.isTimeKnown?.() ? client.now() : undefined));
  return client;
}
