import type { CheckoutError } from '../../domain/errors.js';
import { BalcaoEvent } from './checkout-events.js';
import { shareInPage } from './page-registry.js';

/** The problems of frames that were reported. Each is reported once, even if several elements wait for the frame. */
const reported = shareInPage('frame problems', () => new WeakSet<CheckoutError>());

/**
 * Reports a problem of the frame of card fields to the page. A problem that only the developer can correct is also written to the console.
 */
export function reportFrameProblem(host: EventTarget, error: CheckoutError): void {
  if (reported.has(error)) return;
  reported.add(error);
  const isConfig = error.code === 'invalid-config';
  if (isConfig) console.error(`Balcão: ${error.message}`);
  host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: isConfig ? 'config' : 'frame', error }));
}
