/** What an order costs, as the shop's server has it: integer cents. */
export interface StoredOrder {
  amountCents: number;
  /** Where it is less by Pix. */
  pixAmountCents?: number;
}

/** The shop's server, as far as orders go. */
export interface OrderStore {
  /** An order that the server knows, of another visit or another device. */
  read(orderId: string): Promise<StoredOrder | undefined>;
  /** Says what an order costs, in reais as decimal text. A real shop's server works that out by itself. */
  put(orderId: string, price: { amount: string; pixAmount?: string }): Promise<void>;
}

/** Talks to `pedidos` of the shop. */
export function createOrderStore(storeUrl: string): OrderStore {
  // A scenario may take the page's network away, and not the shop's knowledge of its own orders.
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
