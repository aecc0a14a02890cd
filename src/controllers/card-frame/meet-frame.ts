import type { FrameMessageOf } from '../../channel/frame-message.js';
import { systemClock } from '../../client/system-clock.js';
import { describeMismatch, type Environment } from '../../client/profile/environment.js';
import { CheckoutError } from '../../domain/errors.js';
import { createCardFrame } from '../card/create-card-frame.js';
import { FrameLink, pageFrames } from './frame-link.js';
import { parseFrameUrl } from '../settings/frame-url.js';

/** How long a frame that stands in the page is waited for to get its link, ms: what makes the link may still be loading. */
const LINK_LIMIT_MS = 5000;

/** A frame that has said `hello`. */
export interface MetFrame {
  readonly link: FrameLink;
  readonly hello: FrameMessageOf<'hello'>;
}

/**
 * A link to the frame of this address that has said `hello`: that of a card form, or of a hidden frame where the page has none. Rejects with
 * `network` where the frame does not come, and with `invalid-config` for one that this page cannot use.
 */
export async function meetFrame(frameUrl: string, environment: Environment | undefined): Promise<MetFrame> {
  const { href } = parseFrameUrl(frameUrl);
  // Two that ask at once wait at once: the second finds the frame that the first has opened.
  const link = pageFrames.find(href) ?? (await awaitLink(href)) ?? pageFrames.find(href) ?? openHidden(href);
  try {
    const hello = await link.meet();
    const problem = describeMismatch(environment, hello.environment, 'frame-url');
    if (problem) throw new CheckoutError('invalid-config', problem);
    return { link, hello };
  } catch (error) {
    // A card form that was taken out of the page meanwhile says nothing of the frame.
    if (!link.isConnected) return meetFrame(frameUrl, environment);
    throw error;
  }
}

/** The link of a frame that stands in the page already, once it has one. */
async function awaitLink(frameUrl: string): Promise<FrameLink | undefined> {
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

/** Whether a card form below `root` shows the frame of this address. */
function isDrawn(root: ParentNode, frameUrl: string): boolean {
  return [...root.querySelectorAll('iframe, balcao-checkout, balcao-card-form')].some((element) =>
    element instanceof HTMLIFrameElement
      ? element.src.replace(/#.*/, '') === frameUrl
      : element.shadowRoot !== null && isDrawn(element.shadowRoot, frameUrl),
  );
}

/** A frame for all that needs no card to be typed. It stays for as long as the page does. */
function openHidden(frameUrl: string): FrameLink {
  const iframe = Object.assign(createCardFrame(), { hidden: true, src: frameUrl });
  document.body.append(iframe);
  const link = new FrameLink(iframe, frameUrl);
  link.connect();
  return link;
}
