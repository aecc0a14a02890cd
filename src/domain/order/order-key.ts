/** The name of an order in the ledger and in locks: the service that charges it, and the shop's identifier, where the order has one. */
export function createOrderKey(baseUrl: string, orderId = ''): string {
  return `${baseUrl.replace(/\/+$/, '').replaceAll('|', '%7C')}|${orderId}`;
}

/** The shop's identifier of the order that a key names. */
export function parseOrderId(orderKey: string): string {
  return orderKey.slice(orderKey.indexOf('|') + 1);
}
