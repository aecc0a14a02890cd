/** What the shop's server tells the page of the order. */
export interface Order {
  id: string;
  amount: string;
  giftAmount: string;
  paymentsUrl: string;
}

export async function loadOrder(): Promise<Order> {
  const response = await fetch('/shop/order');
  return response.json();
}
