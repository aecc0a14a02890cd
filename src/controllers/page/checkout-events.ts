import type { Brand } from '../../domain/card/brands.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import type { DuplicateNews } from '../../flow/order/guard-ports.js';
import type { FieldName } from './field-names.js';

/** What the page may add to an order while `balcao-before-pay` waits. */
export interface BeforePayAnswer {
  orderId?: string;
  /** Reais as decimal text, `"149.90"`. Another one than the `amount` that is set is the price by Pix as well. */
  amount?: string;
}

/** Detail of `balcao-before-pay`. */
export interface BeforePayDetail {
  method: Method;
  /** What is about to be paid by this method, before any fee; reais as decimal text, `"149.90"`. */
  amount: string;
  installments: number;
  whoPaysFee: FeePayer;
}

/** What can go wrong beside a payment: the `operation` of `balcao-problem`. */
export type ProblemOperation = 'config' | 'token' | 'save-card' | 'delete-card' | 'list-cards' | 'pix' | 'pix-status' | 'stream' | 'notify';

/** Names and details of the events that Balcão's elements send. All bubble and are composed; none holds card digits but the last four. */
export interface BalcaoEvents {
  'balcao-ready': null;
  /** The focus came into a field. Moving between the options of one group is no other field. */
  'balcao-field-focus': { name: FieldName };
  /** The focus left a field, also because the field is gone: once for each `balcao-field-focus`. */
  'balcao-field-blur': { name: FieldName };
  'balcao-card-changed': { complete: boolean; brand: Brand; last4?: string };
  'balcao-method-changed': { method: Method };
  'balcao-before-pay': BeforePayDetail;
  'balcao-approved': Extract<PaymentOutcome, { status: 'approved' }>;
  'balcao-declined': Extract<PaymentOutcome, { status: 'declined' }>;
  'balcao-failed': Extract<PaymentOutcome, { status: 'failed' }>;
  'balcao-unconfirmed': Extract<PaymentOutcome, { status: 'unconfirmed' }>;
  'balcao-card-saved': { cardId: string; brand: Brand; last4: string };
  'balcao-pix-created': { charge: PixCharge };
  /** At most once for a charge, after an answer that says not paid. */
  'balcao-pix-expired': { charge: PixCharge };
  /** At most once for a charge; after `balcao-pix-expired`, `charge.late`. */
  'balcao-pix-paid': { charge: PixCharge };
  /** Cancelled, refunded or failed. */
  'balcao-pix-ended': { charge: PixCharge };
  /** Money was taken more than once: all payments of the order that took some, the one that paid it first. One event for each that was too many. */
  'balcao-duplicate': DuplicateNews;
  'balcao-card-selected': { cardId: string; brand: Brand; last4: string };
  'balcao-card-deleted': { cardId: string; brand: Brand; last4: string };
  'balcao-problem': { operation: ProblemOperation; error: CheckoutError };
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

  /** What the page's promises brought, merged in the order in which they were given. Rejects when one of them does. */
  get answer(): Promise<BeforePayAnswer> {
    return Promise.all(this.#waits).then((answers) => answers.reduce<BeforePayAnswer>((all, answer) => ({ ...all, ...answer }), {}));
  }

  /** Holds the payment until the promise settles. A rejection means that nothing is paid. */
  waitUntil(promise: Promise<BeforePayAnswer | void>): void {
    this.#waits.push(promise);
  }
}

declare global {
  interface HTMLElementEventMap {
    'balcao-ready': BalcaoEvent<'balcao-ready'>;
    'balcao-field-focus': BalcaoEvent<'balcao-field-focus'>;
    'balcao-field-blur': BalcaoEvent<'balcao-field-blur'>;
    'balcao-card-changed': BalcaoEvent<'balcao-card-changed'>;
    'balcao-method-changed': BalcaoEvent<'balcao-method-changed'>;
    'balcao-before-pay': BeforePayEvent;
    'balcao-approved': BalcaoEvent<'balcao-approved'>;
    'balcao-declined': BalcaoEvent<'balcao-declined'>;
    'balcao-failed': BalcaoEvent<'balcao-failed'>;
    'balcao-unconfirmed': BalcaoEvent<'balcao-unconfirmed'>;
    'balcao-card-saved': BalcaoEvent<'balcao-card-saved'>;
    'balcao-pix-created': BalcaoEvent<'balcao-pix-created'>;
    'balcao-pix-expired': BalcaoEvent<'balcao-pix-expired'>;
    'balcao-pix-paid': BalcaoEvent<'balcao-pix-paid'>;
    'balcao-pix-ended': BalcaoEvent<'balcao-pix-ended'>;
    'balcao-duplicate': BalcaoEvent<'balcao-duplicate'>;
    'balcao-card-selected': BalcaoEvent<'balcao-card-selected'>;
    'balcao-card-deleted': BalcaoEvent<'balcao-card-deleted'>;
    'balcao-problem': BalcaoEvent<'balcao-problem'>;
  }
}
