import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { Attempt } from '../../domain/order/attempt.js';
import type { NotifyShop } from '../../domain/order/resolution.js';

/** How long the shop may take to answer. */
export const SHOP_LIMIT_MS = 15_000;

interface Report {
  readonly attempt: Attempt;
  status: 'sending' | 'acknowledged' | 'unacknowledged';
  /** True if it is to be sent again if the shop does not acknowledge what is on its way. */
  isDue: boolean;
}

/** Reports each state of each attempt to the shop, and retries the latest one. Two reports may overtake each other on the way. */
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

  /** Sets how the shop is notified. The first time, all reports so far are sent. */
  setNotify(notify: NotifyShop): void {
    const isFirst = !this.#notify;
    this.#notify = notify;
    if (isFirst) this.retry();
  }

  /** Reports an attempt's state, once; `retry` repeats a report that failed. */
  report(attempt: Attempt): void {
    const known = this.#reports.get(attempt.attemptId)?.attempt;
    if (known?.state === attempt.state && known.duplicate === attempt.duplicate) return;
    const report: Report = { attempt, status: 'unacknowledged', isDue: false };
    this.#reports.set(attempt.attemptId, report);
    void this.#send(report);
  }

  /** Sends again every report that the shop has not acknowledged; one that is on its way once that has failed. */
  retry(): void {
    for (const report of this.#reports.values()) {
      report.isDue = true;
      if (report.status === 'unacknowledged') void this.#send(report);
    }
  }

  /** True if the shop has acknowledged this state of the attempt. */
  isReported({ attemptId, state }: Attempt): boolean {
    const report = this.#reports.get(attemptId);
    return report?.status === 'acknowledged' && report.attempt.state === state;
  }

  async #send(report: Report): Promise<void> {
    const notify = this.#notify;
    if (!notify) return;
    report.status = 'sending';
    report.isDue = false;
    const sending = (async () => notify({ ...report.attempt }))();
    const isAcknowledged = await withTimeLimit(sending, this.#clock, SHOP_LIMIT_MS).catch(() => false);
    report.status = isAcknowledged ? 'acknowledged' : 'unacknowledged';
    if (isAcknowledged) this.#onAcknowledged();
    else if (report.isDue && this.#reports.get(report.attempt.attemptId) === report) void this.#send(report);
  }
}
