import type { PaymentsClient } from '../client/payments-client.js';
import { systemClock } from '../client/system-clock.js';
import { CheckoutError } from '../domain/errors.js';
import { watchPagePolicy, type PagePolicy } from './page-policy.js';
import type { Settings } from './settings.js';

/** The settings that a client is made from. */
type ClientSettings = Pick<Settings, 'baseUrl' | 'tokenUrl' | 'getToken' | 'profile' | 'client'>;

let policy: PagePolicy | undefined;

/** Fetches the code of the client ahead of its first use. A failure is told when it is used. */
export function preloadClient(): void {
  policy ??= watchPagePolicy(document, systemClock);
  void import('../client/index.js').catch(() => undefined);
}

/** Makes clients from settings and keeps the last one, with its tokens, for as long as its settings stay the same. */
export class ClientLoader {
  #settings: ClientSettings | undefined;
  #client: Promise<PaymentsClient> | undefined;

  /** The client of these settings. Rejects with a `CheckoutError` where its code cannot be loaded. */
  load(settings: ClientSettings): Promise<PaymentsClient> {
    const { baseUrl, tokenUrl, getToken, profile, client } = settings;
    if (client) return Promise.resolve(client);
    const last = this.#settings;
    const isSame =
      last?.baseUrl === baseUrl && last.tokenUrl === tokenUrl && last.getToken === getToken && last.profile === profile && this.#client;
    if (isSame) return isSame;
    this.#settings = settings;
    const created = createClient(settings);
    this.#client = created;
    created.catch(() => {
      if (this.#client === created) this.#client = undefined;
    });
    return created;
  }
}

async function createClient({ baseUrl, tokenUrl, getToken, profile }: ClientSettings): Promise<PaymentsClient> {
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  const { createPaymentsClient, createTokenUrlSource } = await import('../client/index.js').catch(() => {
    throw new CheckoutError('network', 'The code of the payments client could not be loaded.');
  });
  const source = getToken ?? (tokenUrl ? createTokenUrlSource(tokenUrl) : undefined);
  return createPaymentsClient({
    baseUrl,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...(source && { getToken: source }),
    ...(profile && { profile }),
  });
}
