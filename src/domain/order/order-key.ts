/** The name of an order in the journal, the locks and the registry: where it is charged and which one it is. */
export function createOrderKey(baseUrl: string, orderId: string): string {
  return `${baseUrl.replace(/\/+$/, '').replaceAll('|', '%7C')}|${orderId}`;
}

/** The shop's identifier of the order that a key names. */
export function readOrderId(orderKey: string): string {
  return orderKey.slice(orderKey.indexOf('|') + 1);
}
