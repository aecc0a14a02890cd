/** The price of an order on the shop's server, in whole cents. */
export interface StoredOrder {
  amountCents: number;
  /** The price by Pix, if it is lower. */
  pixAmountCents?: number;
  /** The identifier of the payment that paid the order. */
  paidBy?: string;
}

/** The endpoints of the shop's server for orders. */
export interface OrderStore {
  /** Reads an order that the server knows from another visit or another device. */
  read(orderId: string): Promise<StoredOrder | undefined>;
  /** Reports the price of an order, in reais as decimal text. A real shop's server computes the price itself. */
  put(orderId: string, price: { amount: string; pixAmount?: string }): Promise<void>;
}

/** Creates a client for `pedidos` of the shop. */
export function createOrderStore(storeUrl: string): OrderStore {
  // The original `fetch`: a scenario may replace it to simulate a lost network, but the shop must still know its orders.
  const send = globalThis.fetch.bind(globalThis);
  const locate = (orderId: string): string => `${storeUrl}pedidos/${encodeURIComponent(orderId)}`;
  return {
    async read(orderId) {
      const response = await send(locate(orderId));
      const order: unknown = response.ok ? await response.json() : undefined;
      return isStoredOrder(order) ? order : undefined;
    },
    async put(orderId, price) {
      const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(price) };
      const response = await send(locate(orderId), init);
      if (!response.ok) throw new Error(`The shop responded ${response.status} to the price of an order.`);
    },
  };
}

function isStoredOrder(value: unknown): value is StoredOrder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'amountCents' in value &&
    typeof value.amountCents === 'number' &&
    (!('pixAmountCents' in value) || typeof value.pixAmountCents === 'number')
  );
}
