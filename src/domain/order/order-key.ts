/**
 * Creates the name of an order in the ledger and in locks. It consists of the service's base URL and the shop's identifier, if the order
 * has one.
 */
export function createOrderKey(baseUrl: string, orderId = ''): string {
  return `${baseUrl.replace(/\/+$/, '').replaceAll('|', '%7C')}|${orderId}`;
}

/** Returns the shop's identifier of the order from its key. */
export function parseOrderId(orderKey: string): string {
  return orderKey.slice(orderKey.indexOf('|') + 1);
}
