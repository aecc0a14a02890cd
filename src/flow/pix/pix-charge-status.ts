import type { CheckoutError, ErrorCode } from '../../domain/errors.js';
import { advanceCharge, findNews, isFinal, mergeCharge, type PixAnswer, type PixCharge, type PixNews } from '../../domain/pix/charge.js';
import type { PixStatus } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';

/**
 * How a charge stands in this page:
 * - `waiting`: the code can be paid, and nobody has paid yet;
 * - `confirming`: the code is past its expiry, and no answer has said yet that it was not paid;
 * - `expired`: over and not paid; still asked about, since a payment may come late;
 * - `shop-will-confirm`: its status cannot be asked here, except once at each return of the shopper. Neither paid nor expired: "a loja
 *   confirmará o pagamento";
 * - `final`: `charge.status` is paid, cancelled, refunded or failed.
 */
export type PixPhase = 'waiting' | 'confirming' | 'expired' | 'shop-will-confirm' | 'final';

/** A change of a watched charge. */
export interface PixWatchChange {
  charge: PixCharge;
  phase: PixPhase;
  /** Present when there is news of the charge, once each. */
  news?: PixNews;
  /** What arrived, where the answer says so: reais as decimal text, or `unclear`. */
  paidAmount?: string;
}

/** Errors after which only the shopper's return is worth a question: the status query does not exist, or not for this page. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid-config',
  'blocked-by-page',
  'order-closed',
]);

/** Up to which age of a charge the service may not know it in its status query yet. */
const YOUNG_MS = 30_000;

/** What is known of a charge at first, and whom to tell. */
export interface PixChargeStatusOptions {
  charge: PixCharge;
  /** The present instant by the service's clock as far as it is known, epoch ms. */
  trueNow: () => number;
  /** Called after every change. */
  changed: (change: PixWatchChange) => void;
}

/** What is known of one charge from the answers so far. Asks nothing itself. */
export class PixChargeStatus {
  /** The charge as far as it is known. */
  charge: PixCharge;
  /** Whether the last answer was that the status cannot be asked here. */
  isRefused = false;
  readonly #options: PixChargeStatusOptions;
  #lastPhase: PixPhase;
  #wasMissed = false;

  constructor(options: PixChargeStatusOptions) {
    this.charge = options.charge;
    this.#options = options;
    this.#lastPhase = this.phase;
  }

  /** How the charge stands at this very moment, whether or not a timer has run. */
  get phase(): PixPhase {
    const { status, expiresAt } = this.charge;
    if (this.isOver) return 'final';
    if (status === 'expired') return status;
    if (this.isRefused) return 'shop-will-confirm';
    return this.#options.trueNow() < expiresAt ? 'waiting' : 'confirming';
  }

  /** Whether nothing more can become of the charge. */
  get isOver(): boolean {
    return isFinal(this.charge);
  }

  /** The status, once it is final; else `unknown`. */
  get finalStatus(): PixStatus {
    return this.isOver ? this.charge.status : 'unknown';
  }

  /** Advances the charge by an answer. Returns what there is to report; {@link notify} reports it. */
  applyAnswer(answer: PixAnswer): PixNews | undefined {
    const before = this.charge;
    this.charge = advanceCharge(before, answer);
    this.isRefused = false;
    return findNews(before, this.charge);
  }

  /** Notes an error. Returns whether it means that the status cannot be asked here; the first 404 of a young charge does not. */
  applyError({ code, status }: CheckoutError): boolean {
    const isMissed = status === 404;
    const isEarly = isMissed && !this.#wasMissed && this.#options.trueNow() - this.charge.createdAt < YOUNG_MS;
    this.#wasMissed ||= isMissed;
    // 410 means that the charge is gone, not that there is no such query.
    const isRefusal = REFUSALS.has(code) && status !== 410 && !isEarly;
    this.isRefused ||= isRefusal;
    return isRefusal;
  }

  /** Takes over what another tab has learned of the charge. Reports nothing: who tells it knows. */
  learn(charge: PixCharge): void {
    this.charge = mergeCharge(this.charge, charge);
    this.#lastPhase = this.phase;
  }

  /** Reports news, or that the phase has changed. */
  notify(news?: PixNews, paidAmount?: string): void {
    const { phase } = this;
    if (phase === this.#lastPhase && !news) return;
    this.#lastPhase = phase;
    this.#options.changed({ charge: this.charge, phase, ...presentFields({ news, paidAmount }) });
  }
}
