import type { CheckoutError } from '../../domain/errors.js';
import { BalcaoEvent } from './checkout-events.js';
import { shareInPage } from './page-registry.js';

/** Problems of frames that some element has told of: each is told once, whatever number of elements waits for the frame. */
const reported = shareInPage('frame problems', () => new WeakSet<CheckoutError>());

/** Tells the page what is wrong with its frame of card fields, and the developer, too, where only that one can mend it. */
export function reportFrameProblem(host: EventTarget, error: CheckoutError): void {
  if (reported.has(error)) return;
  reported.add(error);
  const isConfig = error.code === 'invalid-config';
  if (isConfig) console.error(`Balcão: ${error.message}`);
  host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: isConfig ? 'config' : 'frame', error }));
}
