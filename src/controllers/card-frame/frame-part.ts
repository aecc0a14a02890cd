import type { FrameMessageOf } from '../../channel/frame-message.js';
import type { PaymentsClient } from '../../client/create-client.js';
import { describeMismatch, type Environment } from '../../client/profile/environment.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { createCardFrame } from '../card/create-card-frame.js';
import { reportFrameProblem } from '../page/frame-problems.js';
import { requireFrameUrl } from '../settings/frame-url-check.js';
import type { Settings } from '../settings/settings.js';
import { FrameLink, pageFrames } from './frame-link.js';
import { FramedClient, type FramedClientOptions } from './framed-client.js';

export { followFrame } from './form-frame.js';

/** The time limit for the link of a frame that is already in the page, ms. The code that creates the link may still be loading. */
const LINK_LIMIT_MS = 5000;

/** A frame that has sent `hello`. */
export interface MetFrame {
  readonly link: FrameLink;
  readonly hello: FrameMessageOf<'hello'>;
}

/** The parts of a page's client, with the settings that name the frame, and the element that dispatches the problem events. */
export interface FramedClientInput extends Pick<FramedClientOptions, 'service' | 'direct' | 'isRelay' | 'getToken' | 'reportToken'> {
  settings: Pick<Settings, 'frameUrl' | 'environment'>;
  host: EventTarget;
}

/** Creates the client of a page whose cards are typed in a frame. */
export function createFramedClient({ settings, host, ...parts }: FramedClientInput): PaymentsClient {
  const { frameUrl = '', environment } = settings;
  return new FramedClient({
    ...parts,
    environment,
    clock: systemClock,
    isOnline: () => navigator.onLine,
    reportFrame: (error) => reportFrameProblem(host, error),
    findLink: async () => (await meetFrame(frameUrl, environment)).link,
  });
}

/**
 * Returns a link to the frame of this address after it has sent `hello`: the frame of a card form, or a hidden frame if the page has none.
 * Rejects with `network` if the frame does not load, and with `invalid-config` if this page cannot use the frame.
 */
export async function meetFrame(frameUrl: string, environment: Environment | undefined): Promise<MetFrame> {
  const { href } = requireFrameUrl(frameUrl);
  // Two simultaneous calls wait at the same time. The second then finds the frame that the first has opened.
  const link = pageFrames.find(href) ?? (await waitForLink(href)) ?? pageFrames.find(href) ?? openHiddenFrame(href);
  try {
    const hello = await link.meet();
    const problem = describeMismatch(environment, hello.environment, 'frame-url');
    if (problem) throw new CheckoutError('invalid-config', problem);
    return { link, hello };
  } catch (error) {
    // The card form has left the page in the meantime, so the error says nothing about the frame.
    if (!link.isConnected) return meetFrame(frameUrl, environment);
    throw error;
  }
}

/** Waits for the link of a frame that is already in the page. */
async function waitForLink(frameUrl: string): Promise<FrameLink | undefined> {
  if (!isDrawn(document, frameUrl)) return undefined;
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      stop();
      resolve(pageFrames.find(frameUrl));
    };
    const cancel = systemClock.schedule(finish, LINK_LIMIT_MS);
    const stop = pageFrames.subscribe(() => {
      if (pageFrames.find(frameUrl)) finish();
    });
  });
}

/** Returns true if a card form below `root` shows the frame of this address. */
function isDrawn(root: ParentNode, frameUrl: string): boolean {
  return [...root.querySelectorAll('iframe, balcao-checkout, balcao-card-form')].some((element) =>
    element instanceof HTMLIFrameElement
      ? element.src.replace(/#.*/, '') === frameUrl
      : element.shadowRoot !== null && isDrawn(element.shadowRoot, frameUrl),
  );
}

/** Opens a hidden frame for calls that need no typed card. It stays as long as the page. */
function openHiddenFrame(frameUrl: string): FrameLink {
  const iframe = Object.assign(createCardFrame(), { hidden: true, src: frameUrl });
  document.body.append(iframe);
  const link = new FrameLink(iframe, frameUrl);
  link.connect();
  return link;
}
