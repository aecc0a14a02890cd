/** The name of an order in journals and locks: the service that charges it, and the shop's identifier. */
export function createOrderKey(baseUrl: string, orderId: string): string {
  return `${baseUrl.replace(/\/+$/, '').replaceAll('|', '%7C')}|${orderId}`;
}

/** The shop's identifier of the order that a key names. */
export function readOrderId(orderKey: string): string {
  return orderKey.slice(orderKey.indexOf('|') + 1);
}
