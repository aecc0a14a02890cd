/** An order as a test has written it down. */
export interface Order {
  orderId: string;
  /** Integer cents; absent where any amount will do. */
  amountCents?: number;
  /** What it costs by Pix, where that is less: integer cents. */
  pixAmountCents?: number;
  status: 'open' | 'paid' | 'closed';
}

/** What is to be paid, as the page says it. */
export interface ClaimedPayment {
  /** None where nothing is charged. */
  method: 'card' | 'pix' | undefined;
  amount: string | undefined;
}

/** Whether a payment may begin, in the words of the token endpoint. */
export type OrderVerdict = { ok: true } | { ok: false; closed: 'paid' | 'closed' } | { ok: false; message: string };

/**
 * The orders that a test has written down: the amount that the page names is compared with theirs. Any other may be paid at any amount, as
 * often as a page asks.
 */
export class OrderBook {
  readonly #orders = new Map<string, Order>();

  /** Every order. */
  list(): Order[] {
    return [...this.#orders.values()];
  }

  /** Writes an order down, or changes it. */
  put(order: Partial<Order> & { orderId: string }): Order {
    const next: Order = { status: 'open', ...this.#orders.get(order.orderId), ...order };
    this.#orders.set(order.orderId, next);
    return next;
  }

  /** Whether an order may be paid by this method at this amount. A paid one may still be asked about. */
  verify(orderId: string | undefined, { method, amount }: ClaimedPayment): OrderVerdict {
    const order = orderId === undefined ? undefined : this.#orders.get(orderId);
    if (!order || !method) return { ok: true };
    if (order.status !== 'open') return { ok: false, closed: order.status };
    const dueCents = method === 'pix' ? (order.pixAmountCents ?? order.amountCents) : order.amountCents;
    const isRight = dueCents === undefined || amount === undefined || parseCents(amount) === dueCents;
    return isRight ? { ok: true } : { ok: false, message: 'O valor não é o do pedido.' };
  }
}

/** Cents of `"149.90"`, the writing of Balcão's `amount`; `undefined` for any other. */
export function parseCents(amount: string): number | undefined {
  const [, reais, cents = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return reais === undefined ? undefined : Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}
