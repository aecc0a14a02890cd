import type { CheckoutError } from '../../domain/errors.js';
import { BalcaoEvent } from './checkout-events.js';
import { shareInPage } from './page-registry.js';

/** The problems of frames that were reported. Each is reported once, even if several elements wait for the frame. */
const reported = shareInPage('frame problems', () => new WeakSet<CheckoutError>());

/** Reports a problem of the frame of card fields to the page and to the console. */
export function reportFrameProblem(host: EventTarget, error: CheckoutError): void {
  if (reported.has(error)) return;
  reported.add(error);
  const isConfig = error.code === 'invalid-config';
  console.error(`Balcão: ${error.message}`);
  host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: isConfig ? 'config' : 'frame', error }));
}

/** Explains why a frame may be silent. A browser does not report why a document of another origin did not load. */
export function explainSilence(frameUrl: string): string {
  const causes = `Is the address right, does this page's CSP (frame-src) allow it, and does its configuration name ${location.origin} among the origins?`;
  return `The frame at ${frameUrl} said nothing in time. ${causes} The frame's own console may say more.`;
}
