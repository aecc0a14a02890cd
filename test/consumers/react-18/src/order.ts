/** What the shop's server tells the page of the order. */
export interface Order {
  id: string;
  amount: string;
  giftAmount: string;
  /** The order that the shopper goes on to, with the same elements. */
  nextId: string;
  nextAmount: string;
  paymentsUrl: string;
}

export async function loadOrder(): Promise<Order> {
  const response = await fetch('/shop/order');
  return response.json();
}
