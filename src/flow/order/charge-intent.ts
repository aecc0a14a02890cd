import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { OutcomeDetails } from '../../domain/order/outcome.js';

/** A charge to be made. Holds no card data: only `send` knows the card. */
export interface ChargeIntent {
  method: Method;
  /** The amount that is sent to be charged, before any fee: reais as decimal text. */
  amount: string;
  /** The total on the button; reais as decimal text. */
  total?: string;
  /** The parts of the total as the shopper saw them; reais as decimal text. */
  parts?: string[];
  /** The price of the order; reais as decimal text. */
  orderAmount: string;
  /** How long the answer is waited for, ms. */
  limitMs: number;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** The shopper has said "ainda não paguei o Pix": needed where a Pix code of the order may be paid and its status is unknown. */
  isPixDenied?: boolean;
  /** Starts watching the order's Pix codes. Called before a charge where there may be some that this page does not watch. */
  watchPix?(): Promise<unknown>;
  /**
   * Sends the charge. Awaits `beforeSend` when everything else is ready, directly before the request, and sends nothing where
   * that rejects. The data of the card that it has by then go into the attempt through `beforeSend`.
   */
  send(attempt: Readonly<Attempt>, beforeSend: BeforeSend): Promise<ChargeResult>;
}

/** Writes the attempt down, once, with what the sender has learned since the attempt was created: the `cardId` of a card that it tokenized. */
export type BeforeSend = (learned?: { cardId?: string }) => Promise<void>;

/** The attempt of an intent, as the ledger may store it: field by field, so that nothing else of the intent gets there. */
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

/** A charge that was sent, or ended before that. */
export interface SentIntent {
  /** As it was written down; as it was created where it never came to that. */
  attempt: Attempt;
  result: ChargeResult;
  /** True if the attempt was written down. `undefined` when it never came to that. */
  isOpened: boolean | undefined;
}

/** Sends an intent, and opens its attempt once on the way. Never rejects. */
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
  // A sender may have been given up while the attempt was still being written down.
  const isOpened = await opening?.then(
    () => true,
    () => false,
  );
  return { attempt, result: result ?? createThrownResult(thrown, isOpened === true), isOpened };
}

/** The result of a sender that threw: unconfirmed once the attempt was opened, certainly not charged before. */
function createThrownResult(thrown: unknown, isOpened: boolean): ChargeResult {
  const error = isCheckoutError(thrown) ? thrown : new CheckoutError('aborted', 'The charge broke off.');
  return isOpened ? { status: 'unconfirmed', error } : { status: 'failed', error, sent: false };
}

/** The change that an attempt makes by the result of its charge. */
export function toAttemptChange(result: ChargeResult): AttemptChange {
  const { status } = result;
  return { state: status, ...(status === 'approved' && presentFields({ identifier: result.identifier })) };
}

/** Details of the result of a charge in addition to the state. */
export function toOutcomeDetails(result: ChargeResult): OutcomeDetails {
  if (result.status === 'failed') return { error: result.error };
  return 'message' in result ? presentFields({ message: result.message }) : {};
}
