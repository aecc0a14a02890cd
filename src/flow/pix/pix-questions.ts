import { CheckoutError } from '../../domain/errors.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import type { PixStreamListener } from './pix-stream.js';
import { PixWatcher, type PixWatcherOptions } from './pix-watcher.js';
import type { PollSchedule } from './poll-schedule.js';

/** How the service, or the shop, is asked about a charge. Read before every question, so that settings may change. */
export interface PixQuestions {
  /** Asks once. Rejects with a `CheckoutError`. */
  ask(chargeId: string, signal: AbortSignal): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?(): number;
  /** Called when a charge cannot be asked about any more: for `balcao-problem` with `pix-status` and one line in the console. */
  report?(error: CheckoutError): void;
  /** Opens the shop's stream about a charge, if it has one. Returns a function that closes it. Never throws. */
  openStream?(chargeId: string, listener: PixStreamListener): () => void;
  /** Replaces the default schedule. */
  schedule?: PollSchedule;
}

/** What a watcher of an order's charge is made from. */
export interface OrderWatcherOptions extends Required<
  Pick<PixWatcherOptions, 'charge' | 'clock' | 'activity' | 'random' | 'report' | 'isNew'>
> {
  /** The questions as they are set at this moment; `undefined` before any are. */
  readQuestions: () => PixQuestions | undefined;
}

/** Creates a watcher that reads the order's present questions each time it asks. */
export function createOrderWatcher({ readQuestions, ...options }: OrderWatcherOptions): PixWatcher {
  const { charge, clock } = options;
  const { chargeId } = charge;
  return new PixWatcher({
    ...options,
    ask: async (signal) => {
      const questions = readQuestions();
      if (!questions) throw new CheckoutError('aborted', 'The status cannot be asked yet.');
      return questions.ask(chargeId, signal);
    },
    trueNow: () => readQuestions()?.trueNow?.() ?? clock.now(),
    openStream: (listener) => readQuestions()?.openStream?.(chargeId, listener) ?? (() => undefined),
    get schedule() {
      return readQuestions()?.schedule;
    },
  });
}
