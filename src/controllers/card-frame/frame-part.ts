import type { PaymentsClient } from '../../client/payments-client.js';
import { systemClock } from '../../client/system-clock.js';
import type { GetToken } from '../../client/tokens/token.js';
import type { CheckoutError } from '../../domain/errors.js';
import { reportFrameProblem } from '../page/frame-problems.js';
import type { Settings } from '../settings/settings.js';
import { FrameCalls } from './calls/frame-calls.js';
import { FramedClient } from './calls/framed-client.js';
import { meetFrame } from './meet-frame.js';

export { FrameLink } from './frame-link.js';
export { FramedFields } from './framed-fields.js';
export { meetFrame };

/** What a client is made of where cards are typed in a frame. */
export interface FramedClientInput {
  settings: Pick<Settings, 'frameUrl' | 'environment'>;
  /** The base URL of the service that the frame is for, as this page has learned it. */
  service: string;
  /** The client of `base-url`, or the page's own, where there is one. */
  direct: PaymentsClient | undefined;
  /** Whether `direct` takes the charges and deletions of tokenized cards. */
  isRelay: boolean;
  getToken: GetToken;
  /** Sends the problem events. */
  host: EventTarget;
  reportToken: (error: CheckoutError) => void;
}

/** Makes the client of a page whose cards are typed in a frame. */
export function createFramedClient({ settings, service, direct, isRelay, getToken, host, reportToken }: FramedClientInput): PaymentsClient {
  const { frameUrl = '', environment } = settings;
  const calls = new FrameCalls({
    getToken,
    environment,
    service,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    reportToken,
    reportFrame: (error) => reportFrameProblem(host, error),
  });
  return new FramedClient({ calls, direct, isRelay, findLink: async () => (await meetFrame(frameUrl, environment)).link });
}
