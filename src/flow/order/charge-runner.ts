import type { Attempt } from '../../domain/order/attempt.js';
import type { CardPaymentRecord } from '../../domain/order/payment-record.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { createOutcome, type PaymentOutcome } from '../../domain/order/outcome.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { capRetryAfter } from '../retry-after.js';
import { createAttempt, readAttemptChange, readOutcomeDetails, sendIntent, type ChargeIntent } from './charge-intent.js';
import type { GuardPorts } from './guard-ports.js';
import type { OrderStatus } from './order-status.js';
import type { PixGate } from './pix-gate.js';
import type { ShopAnswers } from './shop-answers.js';

/** What running a charge needs of the order's guard. */
export interface ChargeRunnerOptions {
  ports: GuardPorts;
  orderId: string | undefined;
  status: OrderStatus;
  pix: PixGate;
  shop: Pick<ShopAnswers, 'stop'>;
  /** Called when the late answer of an unconfirmed charge did not come. */
  onNoAnswer: () => Promise<void>;
}

/** Runs one charge of an order, from the question about its Pix codes to a late answer. Calls follow each other; none overlap. */
export class ChargeRunner {
  readonly #options: ChargeRunnerOptions;
  /** Releases the lock of the attempt that has no answer yet. */
  #release: (() => void) | undefined;

  constructor(options: ChargeRunnerOptions) {
    this.#options = options;
  }

  /** Whether a charge may have been sent that has no answer yet. */
  get isInFlight(): boolean {
    return this.#release !== undefined;
  }

  /** Charges, or returns why not. Never rejects. */
  async run(intent: ChargeIntent): Promise<PaymentOutcome> {
    const { ports, orderId, status } = this.#options;
    const obstacle = await this.#findPixObstacle(intent);
    if (obstacle) return obstacle;
    const { newAttemptId = () => crypto.randomUUID(), clock } = ports;
    const created = createAttempt(intent, { attemptId: newAttemptId(), orderId, startedAt: clock.now() });
    const { attempt, result, isOpened } = await sendIntent(intent, created, (opened) => this.#open(createRecord(opened, intent)));
    if (result.status !== 'failed') return this.#conclude(createRecord(attempt, intent), result);
    this.#applyRefusal(result);
    if (isOpened) return this.#conclude(createRecord(attempt, intent), result);
    // Nothing was written down, so nothing is settled. Another payment in the way is the better answer.
    const isBlocked = isOpened === false || result.error.code === 'order-closed';
    return (isBlocked && status.findRefusal()) || createOutcome({ ...attempt, state: 'failed' }, readOutcomeDetails(result));
  }

  /** The outcome to give instead of charging: the order was paid by Pix meanwhile, or that cannot be ruled out. */
  async #findPixObstacle(intent: ChargeIntent): Promise<PaymentOutcome | undefined> {
    const { pix, status } = this.#options;
    const isUnknown = (await pix.askBeforeCharge(intent)) === 'unknown' && !intent.isPixDenied;
    return status.findRefusal() ?? (isUnknown ? { status: 'invalid', fields: [PIX_DENIAL_FIELD] } : undefined);
  }

  async #open(record: CardPaymentRecord): Promise<void> {
    const { status } = this.#options;
    const { attempt } = record;
    this.#release = await status.ledger.open(record);
    status.note({ sending: attempt });
    status.notifier.report(attempt);
    status.update();
  }

  /** Writes down how the charge was answered. Returns its outcome. */
  async #conclude(record: CardPaymentRecord, result: ChargeResult): Promise<PaymentOutcome> {
    const { status } = this.#options;
    const { record: settled } = await status.record(record, readAttemptChange(result));
    const release = this.#release;
    this.#release = undefined;
    status.note({ sending: undefined });
    if (result.status === 'unconfirmed' && result.late) void this.#awaitLateAnswer(settled, result.late, release);
    else release?.();
    return status.createOutcome(settled, settled.attempt.state === result.status ? readOutcomeDetails(result) : {});
  }

  /** Waits for the answer of a charge that was called unconfirmed, its lock held. */
  async #awaitLateAnswer(record: CardPaymentRecord, late: Promise<ChargeResult>, release: (() => void) | undefined): Promise<void> {
    const { status, shop, onNoAnswer } = this.#options;
    status.note({ late: record.attempt });
    const result = await late.catch(() => undefined);
    const isAnswered = result !== undefined && result.status !== 'unconfirmed';
    // The service's own answer makes the shop's needless.
    if (isAnswered) shop.stop();
    const outcome = isAnswered ? await status.settle(record, readAttemptChange(result), readOutcomeDetails(result)) : undefined;
    status.note({ late: undefined });
    release?.();
    status.update(...(outcome ? [{ outcome }] : []));
    if (!isAnswered) await onNoAnswer();
  }

  /** Applies what a refused charge says of the whole order: a wait, or that the shop has closed it. */
  #applyRefusal({ error }: Extract<ChargeResult, { status: 'failed' }>): void {
    const { status } = this.#options;
    if (error.code === 'rate-limited') status.wait(capRetryAfter(error.retryAfterMs ?? 0));
    status.applyClosing(error);
  }
}

/** The record of an attempt as it is written down first. */
function createRecord(attempt: Attempt, { orderAmount, limitMs }: ChargeIntent): CardPaymentRecord {
  return { kind: 'card', id: attempt.attemptId, orderAmount, attempt, isLocked: false, limitMs };
}
