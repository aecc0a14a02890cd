import { isRelayed, type DemoConfig } from './demo-config.js';

/** The addresses of the shop's server in the checkout. Some contain the order, and change with it. */
export interface ShopAddresses {
  /** Sets the order of the checkout and all addresses that contain it, in one step. */
  setOrder(orderId: string): void;
  /** Sets whether the checkout offers boletos. */
  setBoleto(isOn: boolean): void;
  /** Sets whether the shop's stream notifies the page of Pix payments. Without the stream, the page only polls. */
  setStream(isOn: boolean): void;
}

/**
 * Sets the addresses that do not depend on the order, and returns the functions that set the others. A shop has all of them in its markup.
 */
export function mountShopAddresses(checkout: HTMLElement, config: DemoConfig): ShopAddresses {
  const { shopUrl, baseUrl } = config;
  if (baseUrl !== undefined) checkout.setAttribute('base-url', baseUrl);
  // The sandbox sends its environment with each token. With this attribute, the page does not pay at another service.
  if (config.mode === 'sandbox') checkout.setAttribute('environment', 'sandbox');
  // A relay adds the token itself, so the page needs none.
  if (!isRelayed(config)) checkout.setAttribute('token-url', `${shopUrl}token`);
  checkout.setAttribute('resolve-url', `${shopUrl}resolve`);
  checkout.setAttribute('notify-url', `${shopUrl}notify`);
  checkout.toggleAttribute('pix-webhook', true);

  const setBoleto = (isOn: boolean): void => {
    for (const [name, value] of Object.entries({ methods: 'saved-cards card pix boleto', 'boleto-url': `${shopUrl}boleto` }))
      if (isOn) checkout.setAttribute(name, value);
      else checkout.removeAttribute(name);
  };
  // The demo has no bank beside a real service.
  setBoleto(config.mode !== 'live');

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
    setBoleto,
    setStream(isOn) {
      isStreamOn = isOn;
      setStreamUrl();
    },
  };
}
