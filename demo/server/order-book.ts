import { parseAmount } from '../../src/domain/index.js';
import { readText, type JsonObject } from './http.js';
import type { PaymentRecord, PaymentTerms, ShopOrder } from '../../src/server/index.js';

/** An order of the demo: its price, and the payment that paid it. */
export interface DemoOrder extends Pick<ShopOrder, 'amountCents' | 'pixAmountCents'> {
  /** The identifier of the payment that paid the order. */
  paidBy?: string;
}

/** The order of `minimal.html`, and every order whose price no page has reported: in this demo, any text is the name of an order. */
const USUAL_ORDER: DemoOrder = { amountCents: 14_990 };

/**
 * The terms that the bench can test: up to twelve installments, and from four on, either payer of the fee. A shop sets its own offer here.
 */
const TERMS: PaymentTerms = { maxInstallments: 12, feePayer: 'choice', feeFreeUpTo: 3 };

/** The shop's orders. An order belongs to no customer: anyone with its link may pay, so that a second device can open the same order. */
export class OrderBook {
  readonly #orders: Map<string, DemoOrder>;

  /** `orders` belongs to the caller's memory: this class changes it in place. */
  constructor(orders: Map<string, DemoOrder>) {
    this.#orders = orders;
  }

  /** Returns an order whose page has reported its price. */
  read(orderId: string): DemoOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** Returns an order in the form in which it can be paid. Its identifier is the exact text, so that no other text names the same order. */
  find(orderId: string): DemoOrder & ShopOrder {
    return { ...(this.read(orderId) ?? USUAL_ORDER), id: orderId, terms: TERMS };
  }

  /**
   * Records the price of an order, `{ amount: "149.90", pixAmount? }`, as its page reports it: this is a demo, and its bench may set any
   * amount. A real shop computes the price here from the cart. Returns `false` if an amount is not valid.
   */
  put(orderId: string, body: JsonObject): boolean {
    const amountCents = parseAmount(readText(body, 'amount') ?? '');
    const pixAmountCents = parseAmount(readText(body, 'pixAmount') ?? '');
    if (amountCents === undefined) return false;
    const { paidBy } = this.read(orderId) ?? USUAL_ORDER;
    this.#orders.set(orderId, {
      amountCents,
      ...(pixAmountCents !== undefined && { pixAmountCents }),
      ...(paidBy !== undefined && { paidBy }),
    });
    return true;
  }

  /**
   * Handles a payment, possibly the same one twice. Only a payment of the kind `paid` pays an order. A real shop ships here and sends mail.
   */
  deliver({ orderId, kind, paymentId }: PaymentRecord): void {
    if (kind === 'paid') this.#orders.set(orderId, { ...(this.read(orderId) ?? USUAL_ORDER), paidBy: paymentId });
  }
}
