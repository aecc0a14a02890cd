/// <reference lib="dom" preserve="true" />
import type { Brand } from '../../domain/card/brands.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import type { ApprovedOutcome, DeclinedOutcome, FailedOutcome, UnconfirmedOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import type { DuplicateNews } from '../../flow/order/guard-ports.js';
import type { FieldName } from './field-names.js';

/** The page's addition to an order while `balcao-before-pay` waits. */
export interface BeforePayAnswer {
  /** The shop's order, where it is made only now. */
  orderId?: string;
  /** Reais as decimal text, `"149.90"`. Another one than the `amount` that is set is the price by Pix as well. */
  amount?: string;
}

/** Detail of `balcao-before-pay`. */
export interface BeforePayDetail {
  /** The method that the shopper is about to pay by. */
  method: Method;
  /** The amount that is about to be paid by this method, before any fee; reais as decimal text, `"149.90"`. */
  amount: string;
  /** In how many installments; 1 by Pix. */
  installments: number;
  /** The payer of the installment fee; the shop by Pix. */
  whoPaysFee: FeePayer;
}

/** Detail of `balcao-field-focus` and `balcao-field-blur`: never a value. */
export interface FieldDetail {
  /** The `name` of the native control. */
  name: FieldName;
}

/** Detail of `balcao-card-changed`. */
export interface CardChangedDetail {
  /** True where number, name, expiry and security code are all there and valid. */
  complete: boolean;
  /** The brand, as far as the digits tell it. */
  brand: Brand;
  /** The last four digits; only of a complete card. */
  last4?: string;
}

/** Detail of `balcao-method-changed`. */
export interface MethodChangedDetail {
  /** The method that is chosen now. */
  method: Method;
}

/** Detail of `balcao-card-saved`, `-selected` and `-deleted`. */
export interface SavedCardDetail {
  /** The token that the service knows the card by. */
  cardId: string;
  /** The card's brand. */
  brand: Brand;
  /** The last four digits of its number. */
  last4: string;
}

/** Detail of the events of a Pix charge. */
export interface PixDetail {
  /** The charge in its present state. */
  charge: PixCharge;
}

/** Something that can go wrong beside a payment: the `operation` of `balcao-problem`. */
export type ProblemOperation =
  'config' | 'token' | 'frame' | 'save-card' | 'delete-card' | 'list-cards' | 'pix' | 'pix-status' | 'stream' | 'notify';

/** Detail of `balcao-problem`. */
export interface ProblemDetail {
  /** The operation that failed. */
  operation: ProblemOperation;
  /** The reason, with a stable `code` and a message for developers in English. */
  error: CheckoutError;
}

/** Names and details of the events of Balcão's elements. All bubble and are composed; none has card digits but the last four. */
export interface BalcaoEvents {
  /** The element can be used. Once for each element. */
  'balcao-ready': null;
  /** The focus came into a field. Moving between the options of one group is no other field. */
  'balcao-field-focus': FieldDetail;
  /** The focus left a field, also because the field is gone: once for each `balcao-field-focus`. */
  'balcao-field-blur': FieldDetail;
  /** The brand or the completeness of the card changed while it was typed. */
  'balcao-card-changed': CardChangedDetail;
  /** Another method was chosen. */
  'balcao-method-changed': MethodChangedDetail;
  /** Something is about to be paid. `preventDefault()` stops it, `waitUntil(promise)` holds it for up to 15 s. */
  'balcao-before-pay': BeforePayDetail;
  /** The card was charged. This is no proof of payment: the shop asks its own server what was paid. */
  'balcao-approved': ApprovedOutcome;
  /** The service refused the charge; the shopper may try again. */
  'balcao-declined': DeclinedOutcome;
  /** Certainly not charged; the shopper may try again. */
  'balcao-failed': FailedOutcome;
  /** The card may have been charged. The order takes no other payment until that is known. */
  'balcao-unconfirmed': UnconfirmedOutcome;
  /** A card was saved for the customer. */
  'balcao-card-saved': SavedCardDetail;
  /** A charge was made, and its code is shown. */
  'balcao-pix-created': PixDetail;
  /** The code has expired and was not paid. At most once for a charge, after an answer that it is not paid. */
  'balcao-pix-expired': PixDetail;
  /** The charge was paid. At most once for a charge; after `balcao-pix-expired`, `charge.late`. */
  'balcao-pix-paid': PixDetail;
  /** The charge was cancelled, refunded or failed. */
  'balcao-pix-ended': PixDetail;
  /** Money was taken more than once: all payments of the order that took some, the one that paid it first. One event for each that was too many. */
  'balcao-duplicate': DuplicateNews;
  /** The shopper chose a saved card. */
  'balcao-card-selected': SavedCardDetail;
  /** A saved card was deleted. */
  'balcao-card-deleted': SavedCardDetail;
  /** Something went wrong beside a payment. */
  'balcao-problem': ProblemDetail;
}

/** An event of a Balcão element: a fact, with a detail of plain data. */
export class BalcaoEvent<Name extends keyof BalcaoEvents> extends CustomEvent<BalcaoEvents[Name]> {
  constructor(name: Name, detail: BalcaoEvents[Name], options: { cancelable?: boolean } = {}) {
    super(name, { bubbles: true, composed: true, detail, ...options });
  }
}

/**
 * Asks the page before anything is paid. `preventDefault()` cancels the payment; `waitUntil(promise)` holds it for up to
 * 15 s, and what the promise brings (`orderId`, `amount`) is what gets paid.
 */
export class BeforePayEvent extends BalcaoEvent<'balcao-before-pay'> {
  readonly #waits: Promise<BeforePayAnswer | void>[] = [];

  constructor(detail: BeforePayDetail) {
    super('balcao-before-pay', detail, { cancelable: true });
  }

  /** The answers of the page's promises, merged in the order in which they were given. Rejects when one of them does. */
  get answer(): Promise<BeforePayAnswer> {
    return Promise.all(this.#waits).then((answers) => answers.reduce<BeforePayAnswer>((all, answer) => ({ ...all, ...answer }), {}));
  }

  /** Holds the payment until the promise settles. A rejection means that nothing is paid. */
  waitUntil(promise: Promise<BeforePayAnswer | void>): void {
    this.#waits.push(promise);
  }
}

/** The events by name, as listeners receive them. */
type BalcaoEventMap = {
  [Name in keyof BalcaoEvents]: Name extends 'balcao-before-pay' ? BeforePayEvent : BalcaoEvent<Name>;
};

/** They bubble, so the page may listen on its own elements, on its document and on its window. */
declare global {
  interface HTMLElementEventMap extends BalcaoEventMap {}
  interface DocumentEventMap extends BalcaoEventMap {}
  interface WindowEventMap extends BalcaoEventMap {}
}
