/// <reference lib="dom" preserve="true" />
import type { Brand } from '../../domain/card/brands.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import type { ApprovedOutcome, DeclinedOutcome, FailedOutcome, UnconfirmedOutcome } from '../../domain/order/outcome.js';
import type { BoletoCharge, PixCharge } from '../../domain/order/charge.js';
import type { DuplicateNews } from '../../flow/order/guard-ports.js';
import type { FieldName } from './field-names.js';

/** The values that the page can add to an order while `balcao-before-pay` waits. */
export interface BeforePayAnswer {
  /** The shop's identifier of the order, if the shop creates the order only now. */
  orderId?: string;
  /** Reais as decimal text, `"149.90"`. An amount that differs from the `amount` setting also becomes the price by Pix. */
  amount?: string;
}

/** Detail of `balcao-before-pay`. */
export interface BeforePayDetail {
  /** The method by which the shopper is about to pay. */
  method: Method;
  /** The amount that is about to be paid by this method, before any fee: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The number of installments; 1 by Pix. */
  installments: number;
  /** The payer of the installment fee; the shop by Pix. */
  whoPaysFee: FeePayer;
}

/** Detail of `balcao-field-focus` and `balcao-field-blur`. It never has the value of the field. */
export interface FieldDetail {
  /** The `name` of the native control. */
  name: FieldName;
}

/** Detail of `balcao-card-changed`. */
export interface CardChangedDetail {
  /** True if number, expiry, security code and name are all filled in and valid. */
  complete: boolean;
  /** The brand by the digits that are typed so far; `unknown` if they do not identify it. */
  brand: Brand;
  /** The last four digits of the number. Present only if the card is complete. */
  last4?: string;
}

/** Detail of `balcao-method-changed`. */
export interface MethodChangedDetail {
  /** The method that is now chosen. */
  method: Method;
}

/** Detail of `balcao-card-saved`, `balcao-card-selected` and `balcao-card-deleted`. */
export interface SavedCardDetail {
  /** The token that identifies the card at the service. */
  cardId: string;
  /** The card's brand. */
  brand: Brand;
  /** The last four digits of the card's number. */
  last4: string;
}

/** Detail of the events of a Pix charge. */
export interface PixDetail {
  /** The charge in its current state. */
  charge: PixCharge;
}

/** Detail of the events of a boleto. */
export interface BoletoDetail {
  /** The boleto in its current state. */
  charge: BoletoCharge;
}

/** An operation that can fail outside of a payment: the `operation` of `balcao-problem`. */
export type ProblemOperation =
  'config' | 'token' | 'frame' | 'save-card' | 'delete-card' | 'list-cards' | 'pix' | 'pix-status' | 'boleto' | 'stream' | 'notify';

/** Detail of `balcao-problem`. */
export interface ProblemDetail {
  /** The operation that failed. */
  operation: ProblemOperation;
  /** The reason, with a stable `code` and a message for developers in English. */
  error: CheckoutError;
}

/**
 * The names and details of the events of Balcão's elements. All events bubble and are composed. None has any digits of a card except the
 * last four.
 */
export interface BalcaoEvents {
  /** The element is ready for use. Sent once for each element. */
  'balcao-ready': null;
  /** A field received the focus. Moving between the options of one group counts as staying in the same field. */
  'balcao-field-focus': FieldDetail;
  /** A field lost the focus, or was removed while it had the focus. Sent once for each `balcao-field-focus`. */
  'balcao-field-blur': FieldDetail;
  /** The brand or the completeness of the card changed while the shopper was typing. */
  'balcao-card-changed': CardChangedDetail;
  /** Another method was chosen. */
  'balcao-method-changed': MethodChangedDetail;
  /** A payment is about to start. `preventDefault()` cancels it, `waitUntil(promise)` delays it for up to 15 s. */
  'balcao-before-pay': BeforePayDetail;
  /** The card was charged. The event is no proof of payment: the shop must ask its own server what was paid. */
  'balcao-approved': ApprovedOutcome;
  /** The service declined the charge. The shopper may try again. */
  'balcao-declined': DeclinedOutcome;
  /** The card was certainly not charged. The shopper may try again. */
  'balcao-failed': FailedOutcome;
  /** The card may have been charged. The order accepts no other payment until the result is known. */
  'balcao-unconfirmed': UnconfirmedOutcome;
  /** A card was saved for the customer. */
  'balcao-card-saved': SavedCardDetail;
  /** A Pix charge was created, and its code is shown. */
  'balcao-pix-created': PixDetail;
  /**
   * The code expired without being paid. Sent at most once for a charge, after the service or the shop has responded that the charge is not
   * paid.
   */
  'balcao-pix-expired': PixDetail;
  /** The charge was paid. Sent at most once for a charge. If it follows `balcao-pix-expired`, `charge.late` is true. */
  'balcao-pix-paid': PixDetail;
  /** The charge was cancelled or refunded, or it failed. */
  'balcao-pix-ended': PixDetail;
  /** A boleto was made, and is shown. */
  'balcao-boleto-created': BoletoDetail;
  /** The boleto was not paid. Sent at most once, and three banking days after the due date at the earliest. */
  'balcao-boleto-expired': BoletoDetail;
  /** The boleto was paid, by its bar code or its Pix. Sent at most once. If it follows `balcao-boleto-expired`, `charge.late` is true. */
  'balcao-boleto-paid': BoletoDetail;
  /** The boleto was cancelled or its money returned. */
  'balcao-boleto-ended': BoletoDetail;
  /**
   * Money was taken more than once. The detail lists all payments of the order that took money, first the one that paid the order. Sent
   * once for each surplus payment.
   */
  'balcao-duplicate': DuplicateNews;
  /** The shopper chose a saved card. */
  'balcao-card-selected': SavedCardDetail;
  /** A saved card was deleted. */
  'balcao-card-deleted': SavedCardDetail;
  /** An operation outside of a payment failed. */
  'balcao-problem': ProblemDetail;
}

/** `CustomEvent`. Some edge runtimes lack it. They create no event of ours, but they import this class. */
const CustomEventIfAny = globalThis.CustomEvent ?? Object;

/** An event of a Balcão element. Its detail is plain data. */
export class BalcaoEvent<Name extends keyof BalcaoEvents> extends CustomEventIfAny<BalcaoEvents[Name]> {
  constructor(name: Name, detail: BalcaoEvents[Name], options: { cancelable?: boolean } = {}) {
    super(name, { bubbles: true, composed: true, detail, ...options });
  }
}

/**
 * The event that asks the page before a payment. `preventDefault()` cancels the payment. `waitUntil(promise)` delays it for up to 15 s, and
 * the values of the promise (`orderId`, `amount`) are what is then paid.
 */
export class BeforePayEvent extends BalcaoEvent<'balcao-before-pay'> {
  readonly #waits: Promise<BeforePayAnswer | void>[] = [];

  constructor(detail: BeforePayDetail) {
    super('balcao-before-pay', detail, { cancelable: true });
  }

  /** The values of the page's promises, merged in the order of the calls of `waitUntil`. Rejects if one of the promises rejects. */
  get answer(): Promise<BeforePayAnswer> {
    return Promise.all(this.#waits).then((answers) => answers.reduce<BeforePayAnswer>((all, answer) => ({ ...all, ...answer }), {}));
  }

  /** Delays the payment until the promise settles. If it rejects, nothing is paid. */
  waitUntil(promise: Promise<BeforePayAnswer | void>): void {
    this.#waits.push(promise);
  }
}

/** The event classes by event name, as listeners receive them. */
type BalcaoEventMap = {
  [Name in keyof BalcaoEvents]: Name extends 'balcao-before-pay' ? BeforePayEvent : BalcaoEvent<Name>;
};

/** The events bubble, so the page can listen on Balcão's elements, on its document and on its window. */
declare global {
  interface HTMLElementEventMap extends BalcaoEventMap {}
  interface DocumentEventMap extends BalcaoEventMap {}
  interface WindowEventMap extends BalcaoEventMap {}
}
