import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { CheckoutError } from '../../domain/errors.js';
import { createPartLoader } from '../page/part-loader.js';
import { shareInPage } from '../page/page-registry.js';
import type { Settings } from '../settings/settings.js';

/** Settings by which it is known which service an order is charged at. */
export type ServiceSettings = Pick<Settings, 'frameUrl' | 'baseUrl' | 'environment'>;

/** The service that an order is charged at. */
export interface OrderService {
  /** Part of the order's name in the ledger. */
  readonly baseUrl: string;
  /** How long a charge may take where the frame of the card fields says so, ms. */
  readonly cardMs?: number;
}

/** What frames have said of their services, by their address and what the page wants of them. */
const learned = shareInPage('services', () => new Map<string, OrderService>());

/** Loads the page's end of the channel to a frame of card fields. */
export const loadFramePart = createPartLoader(() => import('../card-frame/frame-part.js'));

/** The service that these settings name: with a frame of card fields that of the frame, which is not known before it has said so. */
export function findService(settings: ServiceSettings): OrderService | undefined {
  return settings.frameUrl === undefined ? settings : learned.get(nameFrame(settings));
}

/**
 * The service that these settings name, once it is known. Rejects with `network` where the frame does not come, and with `invalid-config` for one that
 * this page cannot use.
 */
export async function learnService(settings: ServiceSettings): Promise<OrderService> {
  const known = findService(settings);
  if (known) return known;
  const { meetFrame } = await loadFramePart();
  const { hello } = await meetFrame(settings.frameUrl ?? '', settings.environment);
  const baseUrl = normalizeBaseUrl(hello.service);
  if (baseUrl === undefined)
    throw new CheckoutError('invalid-config', "frame-url says of its service what is no address: look at the frame's config.");
  const found: OrderService = { baseUrl, cardMs: hello.timeLimits.cardMs };
  learned.set(nameFrame(settings), found);
  return found;
}

/** What tells apart the frames that a page can ask, and what it wants of them. */
export function nameFrame({ frameUrl, environment }: ServiceSettings): string {
  return `${frameUrl} ${environment ?? ''}`;
}
