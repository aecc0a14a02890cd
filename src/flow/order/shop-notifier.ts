import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { Attempt } from '../../domain/order/attempt.js';
import type { NotifyShop } from '../../domain/order/resolution.js';
import { SHOP_LIMIT_MS } from './shop-resolver.js';

interface Report {
  readonly attempt: Attempt;
  status: 'telling' | 'told' | 'untold';
}

/** Tells the shop each state of each attempt, and keeps at it for the latest one. Two reports may overtake each other on the way. */
export class ShopNotifier {
  readonly #clock: Clock;
  readonly #onTold: () => void;
  readonly #reports = new Map<string, Report>();
  #notify: NotifyShop | undefined;

  /** `onTold` is called after each report that the shop has taken note of. */
  constructor(clock: Clock, onTold: () => void) {
    this.#clock = clock;
    this.#onTold = onTold;
  }

  /** Sets how the shop is told. The first time, what could not be told so far is. */
  connect(notify: NotifyShop): void {
    const isFirst = !this.#notify;
    this.#notify = notify;
    if (isFirst) this.retry();
  }

  /** Tells an attempt's state once; `retry` does it again where that came to nothing. */
  tell(attempt: Attempt): void {
    if (this.#reports.get(attempt.attemptId)?.attempt.state === attempt.state) return;
    const report: Report = { attempt, status: 'untold' };
    this.#reports.set(attempt.attemptId, report);
    void this.#send(report);
  }

  /** Tells again what the shop has not taken note of. */
  retry(): void {
    for (const report of this.#reports.values()) if (report.status === 'untold') void this.#send(report);
  }

  /** Whether the shop has taken note of this state of the attempt. */
  hasTold({ attemptId, state }: Attempt): boolean {
    const report = this.#reports.get(attemptId);
    return report?.status === 'told' && report.attempt.state === state;
  }

  async #send(report: Report): Promise<void> {
    const notify = this.#notify;
    if (!notify) return;
    report.status = 'telling';
    const telling = (async () => notify({ ...report.attempt }))();
    const isTold = await withTimeLimit(telling, this.#clock, SHOP_LIMIT_MS).catch(() => false);
    report.status = isTold ? 'told' : 'untold';
    if (isTold) this.#onTold();
  }
}
