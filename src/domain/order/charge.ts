import { presentFields } from '../present-fields.js';
import { advancePixStatus, type PixStatus } from '../pix/status.js';
import type { Attempt } from './attempt.js';

/**
 * The facts of a charge that a shopper pays elsewhere, in the bank's app: of a Pix or of a boleto. Its instants are epoch ms, by the
 * service's or the shop's clock if one of them is known.
 */
interface ChargeFacts {
  /** The charge's identifier at the service, or of a boleto at the shop's bank. */
  chargeId: string;
  /** The shop's identifier of the order. */
  orderId?: string;
  /** The amount: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The part of the order's amount that did not arrive, once the charge was paid: reais as decimal text. The order then takes no payment. */
  missing?: string;
  /** True if the charge was paid, but the amount that arrived is unreadable. The shop must look it up. The order then takes no payment. */
  unclear?: boolean;
  /** The instant of the creation. */
  createdAt: number;
  /** The instant from which an unpaid charge may be called expired: the end of a Pix code, or three banking days after a boleto's due date. */
  expiresAt: number;
  /** The charge's status. It is `expired` only after a response that the charge was not paid. */
  status: PixStatus;
  /** The instant at which the page learned of the payment. The service does not say when the shopper paid. */
  settledAt?: number;
  /** True if the charge was paid after it was reported as expired. */
  late?: boolean;
  /** True if the charge was paid although the order was already paid. The shop must refund it. */
  duplicate?: boolean;
}

/** A Pix charge that was created for a shopper, as the page and its ledger store it. */
export interface PixCharge extends ChargeFacts {
  /** The number that the service gave to the charge. */
  number?: number;
  /** The code as received. A code from the ledger is verified again before it is shown. */
  brCode: string;
}

/** A boleto that the shop's bank made for a shopper, as the page and its ledger store it. */
export interface BoletoCharge extends ChargeFacts {
  /** The line of 47 digits ("linha digitável"). A line from the ledger is verified again before it is shown. */
  line: string;
  /** The due date, `YYYY-MM-DD`. */
  dueDate: string;
  /** The instant until which the boleto can be paid without delay: the end of the due date, or of the next banking day. */
  payableUntil: number;
  /** The Pix code of a hybrid boleto. It pays the same charge. */
  brCode?: string;
  /** The address of the boleto as a PDF. */
  pdfUrl?: string;
  /** The name of the receiver. */
  payee?: string;
}

/** A charge that a shopper pays elsewhere. */
export type Charge = PixCharge | BoletoCharge;

/** The method of such a charge. */
export type ChargeMethod = 'pix' | 'boleto';

/** True if a charge is a boleto. */
export function isBoleto(charge: Charge): charge is BoletoCharge {
  return 'line' in charge;
}

/** Returns the method of a charge. */
export function getChargeMethod(charge: Charge): ChargeMethod {
  return isBoleto(charge) ? 'boleto' : 'pix';
}

/** True if a charge is paid, or can no longer be paid. */
export function isFinal({ status }: Charge): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'expired';
}

/** True if no further status of a charge matters. A paid hybrid boleto may be paid once more, by its other code. */
export function isOver(charge: Charge): boolean {
  return isFinal(charge) && !(isBoleto(charge) && charge.brCode !== undefined && charge.status === 'paid');
}

/** True if two charges have the same code. A service may give the identifier of one charge to another one. */
export function hasSameCode(charge: Charge, other: Charge): boolean {
  return getCode(charge) === getCode(other);
}

function getCode(charge: Charge): string {
  return isBoleto(charge) ? charge.line : charge.brCode;
}

/**
 * Merges two versions of one charge: the version with the more final status counts. If their codes differ, the service has given the same
 * identifier to a second charge. Then the paid charge counts, or else the newer charge with its own status.
 */
export function mergeCharge<Each extends Charge>(known: Each, other: Each): Each {
  if (!hasSameCode(known, other)) {
    const isNewer = other.createdAt > known.createdAt;
    return known.status !== 'paid' && (isNewer || other.status === 'paid') ? other : known;
  }
  const isFurther = advancePixStatus(known.status, other.status) !== known.status;
  const { status, settledAt, late } = other;
  return isFurther ? { ...known, status, ...presentFields({ settledAt, late }) } : known;
}

/**
 * Creates the identifier of a charge among the payments of its order. It depends on the charge alone, so a charge that is stored twice is
 * still one payment. The shop's server names a boleto `boleto:` and the bank's identifier, which may be that of a Pix.
 */
export function createChargePaymentId(method: ChargeMethod, chargeId: string): string {
  return `${method}-${method === 'boleto' ? stripBoletoKey(chargeId) : chargeId}`;
}

/** The prefix of a boleto's identifier at the shop's server. Without it, a bank could give it the identifier of a Pix. */
export const BOLETO_KEY = 'boleto:';

/** Returns the bank's identifier of a boleto. */
export function stripBoletoKey(chargeId: string): string {
  return chargeId.startsWith(BOLETO_KEY) ? chargeId.slice(BOLETO_KEY.length) : chargeId;
}

/** True if a text is an address of a PDF that may be linked. */
export function isPdfUrl(text: string): boolean {
  return /^https:\/\/\S+$/i.test(text);
}

/** Creates the attempt of a charge. `attemptId` is the identifier of its payment. */
export function createChargeAttempt(charge: Charge, attemptId: string): Attempt {
  const { chargeId, orderId, amount, createdAt, settledAt, expiresAt, duplicate, unclear } = charge;
  return {
    attemptId,
    ...presentFields({ orderId, settledAt, duplicate, unclear }),
    method: getChargeMethod(charge),
    amount,
    installments: 1,
    whoPaysFee: 'merchant',
    chargeId,
    startedAt: createdAt,
    expiresAt,
    state: 'open',
  };
}
