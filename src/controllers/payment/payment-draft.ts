import type { PaymentsClient } from '../../client/create-client.js';
import type { CallOptions } from '../../client/service.js';
import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { ChargeMethod } from '../../domain/order/charge.js';
import type { Method } from '../../domain/payment.js';
import { createTokenizedCard, type ChargeableCard } from '../card/typed-card.js';
import type { NamedCard } from '../saved-cards/card-saver.js';

/** A card that the shopper has filled in or chosen, ready to be charged. */
export type PaymentDraft = DraftedMethod & (DraftedCard | KeptCard);

interface DraftedMethod {
  method: Exclude<Method, ChargeMethod>;
  brand?: Brand;
  last4?: string;
}

interface DraftedCard {
  card: ChargeableCard;
  keeper?: never;
}

/** A typed card that may be saved for the customer. */
interface KeptCard {
  card: NamedCard;
  keeper: {
    /** Returns the card to charge. A card that is to be saved is tokenized here. Sends no charge. */
    prepareCard(client: PaymentsClient, card: NamedCard, options: CallOptions): Promise<ChargeableCard>;
  };
}

/**
 * Creates the draft of a payment with a tokenized card. Only the amount, the installments, the payer of the fee and the `cardId` are sent.
 */
export function createSavedCardDraft({ cardId, brand, last4 }: SavedCard): PaymentDraft {
  return { method: 'saved-card', brand, last4, card: createTokenizedCard(cardId) };
}

/** The context of an outcome. */
export interface OutcomeContext {
  /** True if card data has left the page. */
  wasSent: boolean;
  /**
   * True if the element still has the order of this outcome. If it has another order by now, the text that was typed for that order stays.
   */
  isShown: boolean;
  /** True if the element itself shows why the payment failed. */
  isExplained?: boolean;
  /** The order's guard; absent if no attempt was started. */
  guard?: OrderGuard;
}

/** The price that the pay button showed when it was pressed. */
export interface QuotedPrice {
  /** The order's amount, cents. */
  readonly amountCents: number;
  /** True if this was the price of a plan that the shopper could see and change. */
  readonly hasPlans: boolean;
}

/** A running payment. */
export interface RunningPayment {
  /** The key of the order that is charged, from `nameOrder`; `undefined` until the order is certain. */
  orderName: string | undefined;
  readonly quoted: QuotedPrice;
  readonly promise: Promise<PaymentOutcome>;
}

/**
 * The work of an element after an outcome. The redirect to `return-url` waits for it. It may return a card that was saved after the element
 * had left the page.
 */
export type Settling = Promise<SavedCardDetail | void> | void;

/** The source of a payment: the element in which the shopper fills in the card. */
export interface PaymentSource {
  /** True if the element shows a charge of the order that is paid elsewhere: a Pix or a boleto. Default false. */
  readonly showsCharges?: boolean;
  /** Settles when every part of the form has loaded. */
  ready(): Promise<unknown>;
  /**
   * Called when a payment has failed before the charge. Returns true if the cause is a part of the form that did not load, and the element
   * itself shows that. The failed payment is then not shown as an outcome.
   */
  miss?(): boolean;
  /** True while everything is filled in correctly. */
  readonly isComplete: boolean;
  /** Validates the form. Marks the invalid fields and returns their names. */
  validate(): PaymentDraft | { fields: string[] };
  /** Returns the chosen plan; `undefined` while it waits for the shop's fee table. The payment then calls `markPlan`. */
  findPlan(): InstallmentPlan | undefined;
  /** Marks the choice of a plan as invalid, or removes the mark. */
  markPlan?(isWrong: boolean): void;
  /** Called with each outcome before its event is dispatched. */
  settled(outcome: PaymentOutcome, context: OutcomeContext): Settling;
}
