import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { Attempt } from '../../domain/order/attempt.js';
import type { NotifyShop } from '../../domain/order/resolution.js';

/** The time limit of a request to the shop, ms. */
export const SHOP_LIMIT_MS = 15_000;

/** The latest state of an attempt, and how far its report to the shop has come. */
interface Report {
  readonly attempt: Attempt;
  status: 'sending' | 'acknowledged' | 'unacknowledged';
  /** True if {@link ShopNotifier.retry} was called while the report was being sent: it is resent if the shop does not acknowledge it. */
  isDue: boolean;
}

/**
 * Reports the state of each attempt to the shop, at each change. Retries the latest state of each attempt. Two reports may overtake each
 * other.
 */
export class ShopNotifier {
  readonly #clock: Clock;
  readonly #onAcknowledged: () => void;
  readonly #reports = new Map<string, Report>();
  #notify: NotifyShop | undefined;

  /** `onAcknowledged` is called after each report that the shop has acknowledged. */
  constructor(clock: Clock, onAcknowledged: () => void) {
    this.#clock = clock;
    this.#onAcknowledged = onAcknowledged;
  }

  /** Sets the function that notifies the shop. The first call sends all reports so far. */
  setNotify(notify: NotifyShop): void {
    const isFirst = !this.#notify;
    this.#notify = notify;
    if (isFirst) this.retry();
  }

  /** Reports the state of an attempt, once. {@link retry} repeats a report that failed. */
  report(attempt: Attempt): void {
    const known = this.#reports.get(attempt.attemptId)?.attempt;
    if (known?.state === attempt.state && known.duplicate === attempt.duplicate) return;
    const report: Report = { attempt, status: 'unacknowledged', isDue: false };
    this.#reports.set(attempt.attemptId, report);
    void this.#send(report);
  }

  /**
   * Resends every report that the shop has not acknowledged. A report that is being sent is resent only if the shop does not acknowledge
   * it.
   */
  retry(): void {
    for (const report of this.#reports.values()) {
      report.isDue = true;
      if (report.status === 'unacknowledged') void this.#send(report);
    }
  }

  /**
   * True if the shop has acknowledged this state of the attempt. `duplicate` is not compared: only unconfirmed attempts are looked up, and
   * they are never duplicates.
   */
  isReported({ attemptId, state }: Attempt): boolean {
    const report = this.#reports.get(attemptId);
    return report?.status === 'acknowledged' && report.attempt.state === state;
  }

  async #send(report: Report): Promise<void> {
    const notify = this.#notify;
    if (!notify) return;
    report.status = 'sending';
    report.isDue = false;
    // An async function, so that an error that `notify` throws at once becomes a rejection.
    const sending = (async () => notify({ ...report.attempt }))();
    const isAcknowledged = await withTimeLimit(sending, this.#clock, SHOP_LIMIT_MS).catch(() => false);
    report.status = isAcknowledged ? 'acknowledged' : 'unacknowledged';
    if (isAcknowledged) this.#onAcknowledged();
    else if (report.isDue && this.#reports.get(report.attempt.attemptId) === report) void this.#send(report);
  }
}
