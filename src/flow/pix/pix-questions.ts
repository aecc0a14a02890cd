import type { CheckoutError } from '../../domain/errors.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import type { PixStreamListener } from './pix-stream.js';

/** How the service, or the shop, is asked about a charge. Read before every question, so that settings may change. */
export interface PixQuestions {
  /** Asks once. Rejects with a `CheckoutError`. */
  ask(chargeId: string, signal: AbortSignal): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?(): number;
  /** The present instant had the device's clock not jumped, epoch ms; the same by default. */
  steadyNow?(): number;
  /** Called with each answer that a code is still waiting to be paid. */
  noteWaiting?(): void;
  /** Called when a charge cannot be asked about any more: for `balcao-problem` with `pix-status` and one line in the console. */
  report?(error: CheckoutError): void;
  /** Opens the shop's stream about a charge, if it has one. Returns a function that closes it. Never throws. */
  openStream?(chargeId: string, listener: PixStreamListener): () => void;
}
