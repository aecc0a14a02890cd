import { parseAmount } from '../../src/domain/index.js';
import { readText, type JsonObject } from './http.js';
import type { PaymentRecord, PaymentTerms, ShopOrder } from '../../src/server/index.js';

/** An order of the demo, by its name: what it costs, and whether it is to be sent. */
export interface DemoOrder extends Pick<ShopOrder, 'amountCents' | 'pixAmountCents'> {
  /** The payment that paid it. */
  paidBy?: string;
}

/** What `minimal.html` sells, and every order that no page has told of: in this demo any text names an order. */
const USUAL_ORDER: DemoOrder = { amountCents: 14_990 };

/** What the bench may try: every plan of up to twelve installments, and from four on either payer. A shop says here what it means to offer. */
const TERMS: PaymentTerms = { maxInstallments: 12, feePayer: 'choice', feeFreeUpTo: 3 };

/** The shop's orders. They are nobody's: whoever has the link may pay, so that a second device can open the same one. */
export class OrderBook {
  readonly #orders: Map<string, DemoOrder>;

  /** `orders` is changed in place, for whoever keeps it. */
  constructor(orders: Map<string, DemoOrder>) {
    this.#orders = orders;
  }

  /** An order that its page has told of. */
  read(orderId: string): DemoOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** An order as it may be paid. It is kept under this very text, so that no other text names it. */
  find(orderId: string): DemoOrder & ShopOrder {
    return { ...(this.read(orderId) ?? USUAL_ORDER), id: orderId, terms: TERMS };
  }

  /**
   * Writes down what an order costs, `{ amount: "149.90", pixAmount? }`, as its page says: this is a demo, and its bench may set any amount.
   * A shop works its prices out here, of what is in the cart. `false` for what is no amount.
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

  /** The shop's part of a payment, which may be told of twice: only `paid` pays an order. Here it would be sent, and mail be written. */
  deliver({ orderId, kind, paymentId }: PaymentRecord): void {
    if (kind === 'paid') this.#orders.set(orderId, { ...(this.read(orderId) ?? USUAL_ORDER), paidBy: paymentId });
  }
}
