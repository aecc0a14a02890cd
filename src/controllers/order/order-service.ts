import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { reportFrameProblem } from '../page/frame-problems.js';
import { createPartLoader } from '../page/part-loader.js';
import { shareInPage } from '../page/page-registry.js';
import type { Settings } from '../settings/settings.js';

/** The settings that determine the service of an order. */
export type ServiceSettings = Pick<Settings, 'frameUrl' | 'baseUrl' | 'environment'>;

/** The service that charges an order. */
export interface PaymentsService {
  /** The base URL. It is part of the order's name in the ledger. */
  readonly baseUrl: string;
  /** The time limit of a charge, ms; present if the frame of the card fields sets one. */
  readonly cardMs?: number;
}

/** The services of frames, by the frame's address and the environment that the page expects. */
const learned = shareInPage('services', () => new Map<string, PaymentsService>());

/** Loads the page's end of the channel to a frame of card fields. */
export const loadFramePart = createPartLoader(() => import('../card-frame/frame-part.js'));

/**
 * Finds the service of these settings. If there is a frame of card fields, this is the frame's service, as soon as the frame has reported
 * it.
 */
export function findService(settings: ServiceSettings): PaymentsService | undefined {
  return settings.frameUrl === undefined ? settings : learned.get(nameFrame(settings));
}

/**
 * Returns the service of these settings, and waits for the frame if necessary. Rejects with `network` if the frame does not load, and with
 * `invalid-config` if this page cannot use the frame.
 */
export async function learnService(settings: ServiceSettings): Promise<PaymentsService> {
  const known = findService(settings);
  if (known) return known;
  const { meetFrame } = await loadFramePart();
  const { hello } = await meetFrame(settings.frameUrl ?? '', settings.environment);
  const baseUrl = normalizeBaseUrl(hello.service);
  if (baseUrl === undefined)
    throw new CheckoutError('invalid-config', "frame-url says of its service what is no address: look at the frame's config.");
  const found: PaymentsService = { baseUrl, cardMs: hello.timeLimits.cardMs };
  learned.set(nameFrame(settings), found);
  return found;
}

/** Determines the service like `learnService`, and also reports a problem of the frame to the page. */
export async function learnServiceOrReport(settings: ServiceSettings, host: EventTarget): Promise<PaymentsService> {
  return learnService(settings).catch((error: unknown) => {
    if (isCheckoutError(error)) reportFrameProblem(host, error);
    throw error;
  });
}

/** Returns a key for a frame and the environment that the page expects. */
export function nameFrame({ frameUrl, environment }: ServiceSettings): string {
  return `${frameUrl} ${environment ?? ''}`;
}
