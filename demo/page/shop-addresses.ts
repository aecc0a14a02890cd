import { isRelayed, type DemoConfig } from './demo-config.js';

/** The addresses of the shop's server in the checkout: those that name the order change with it. */
export interface ShopAddresses {
  /** Makes the checkout one of this order, everything in one step. */
  setOrder(orderId: string): void;
  /** Whether the page hears of a Pix by the shop's stream, or only asks. */
  setStream(isOn: boolean): void;
}

/** Sets the addresses that no order changes, and returns what sets the others. A shop has them all in its markup. */
export function mountShopAddresses(checkout: HTMLElement, config: DemoConfig): ShopAddresses {
  const { shopUrl, baseUrl } = config;
  if (baseUrl !== undefined) checkout.setAttribute('base-url', baseUrl);
  // The sandbox says with each token that it is one: a page for it pays nowhere else.
  if (config.mode === 'sandbox') checkout.setAttribute('environment', 'sandbox');
  // A relay adds the token itself, so the page needs none.
  if (!isRelayed(config)) checkout.setAttribute('token-url', `${shopUrl}token`);
  checkout.setAttribute('resolve-url', `${shopUrl}resolve`);
  checkout.setAttribute('notify-url', `${shopUrl}notify`);
  checkout.toggleAttribute('pix-webhook', true);

  let order = '';
  let isStreamOn = true;
  const setStreamUrl = (): void => {
    if (isStreamOn) checkout.setAttribute('status-stream-url', `${shopUrl}stream/{charge}?order=${order}`);
    else checkout.removeAttribute('status-stream-url');
  };
  return {
    setOrder(orderId) {
      order = encodeURIComponent(orderId);
      checkout.setAttribute('order-id', orderId);
      if (isRelayed(config)) checkout.setAttribute('base-url', `${shopUrl}orders/${order}/service/`);
      checkout.setAttribute('status-url', `${shopUrl}status/{charge}?order=${order}`);
      setStreamUrl();
    },
    setStream(isOn) {
      isStreamOn = isOn;
      setStreamUrl();
    },
  };
}
