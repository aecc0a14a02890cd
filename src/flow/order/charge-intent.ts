import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { OutcomeDetails, PaymentOutcome } from '../../domain/order/outcome.js';

/** A charge to make. Holds no card data: only `send` knows the card. */
export interface ChargeIntent {
  method: Method;
  /** The amount that is sent to be charged, before any fee: reais as decimal text. */
  amount: string;
  /** The total on the button; reais as decimal text. */
  total?: string;
  /** The amount of each installment, as the shopper saw it; reais as decimal text. */
  parts?: string[];
  /** The price of the order; reais as decimal text. */
  orderAmount: string;
  /** The time limit of the charge, ms. */
  limitMs: number;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** True if the shopper chose "ainda não paguei o Pix". Needed if a Pix or a boleto of the order may be paid and its status is unknown. */
  isPixDenied?: boolean;
  /** Starts watching the order's Pix codes and boletos. Called before a charge if the order has an open one that this page does not watch. */
  watchCharges?(): Promise<unknown>;
  /**
   * Sends the charge. Awaits `beforeSend` directly before the request, and sends nothing if `beforeSend` rejects. Passes `beforeSend` the
   * `cardId` of a card that it has tokenized.
   */
  send(attempt: Readonly<Attempt>, beforeSend: BeforeSend): Promise<ChargeResult>;
  /**
   * Called with the outcome of a payment that was started, in the turn in which the listeners of the order hear of its new state. So what
   * they render does not delay the report.
   */
  onOutcome?(outcome: PaymentOutcome): void;
}

/**
 * Writes the attempt to the ledger, once. `learned` holds what the sender learned since the attempt was created: the `cardId` of a
 * tokenized card.
 */
export type BeforeSend = (learned?: { cardId?: string }) => Promise<void>;

/** Creates the attempt of an intent. Copies field by field, so that nothing else of the intent is ever stored. */
export function createAttempt(intent: ChargeIntent, attemptId: string, orderId: string | undefined, startedAt: number): Attempt {
  const { method, amount, total, parts, installments, whoPaysFee, brand, last4, cardId } = intent;
  return {
    attemptId,
    method,
    amount,
    installments,
    whoPaysFee,
    ...presentFields({ orderId, total, parts, brand, last4: last4?.slice(-4), cardId }),
    startedAt,
    state: 'open',
  };
}

/** The end of an intent, also if its charge was never sent. */
export interface SentIntent {
  /** The attempt as it was written to the ledger; the attempt as it was created if it was never written. */
  attempt: Attempt;
  result: ChargeResult;
  /** True if the attempt was written to the ledger, false if the write failed. `undefined` if nothing tried to write it. */
  isOpened: boolean | undefined;
}

/** Sends an intent. Calls `open` once, directly before the request, to write the attempt to the ledger. Never rejects. */
export async function sendIntent(intent: ChargeIntent, created: Attempt, open: (attempt: Attempt) => Promise<void>): Promise<SentIntent> {
  let attempt = created;
  let opening: Promise<void> | undefined;
  const beforeSend: BeforeSend = ({ cardId } = {}) => {
    if (opening) return opening;
    if (cardId !== undefined) attempt = { ...created, cardId };
    return (opening = open(attempt));
  };
  let result: ChargeResult | undefined;
  let thrown: unknown;
  try {
    result = await intent.send({ ...created }, beforeSend);
  } catch (error) {
    thrown = error;
  }
  // A sender may have ended while the attempt was still being written.
  const isOpened = await opening?.then(
    () => true,
    () => false,
  );
  return { attempt, result: result ?? createThrownResult(thrown, isOpened === true), isOpened };
}

/** Returns the result of a sender that threw: `unconfirmed` if the attempt was opened, else certainly not charged. */
function createThrownResult(thrown: unknown, isOpened: boolean): ChargeResult {
  const error = isCheckoutError(thrown) ? thrown : new CheckoutError('aborted', 'The charge broke off.');
  return isOpened ? { status: 'unconfirmed', error } : { status: 'failed', error, sent: false };
}

/** Converts the result of a charge to the change of its attempt. */
export function toAttemptChange(result: ChargeResult): AttemptChange {
  const { status } = result;
  return { state: status, ...(status === 'approved' && presentFields({ identifier: result.identifier })) };
}

/** Returns the details of a charge's result that its attempt does not have. */
export function toOutcomeDetails(result: ChargeResult): OutcomeDetails {
  if (result.status === 'failed') return { error: result.error };
  return 'message' in result ? presentFields({ message: result.message }) : {};
}
