import { findElement } from '../page/find-element.js';

/** Shows the link that opens this order on `deviceUrl`, an origin that the browser treats as another device, if there is one. */
export function mountOtherDevice(checkout: HTMLElement, deviceUrl: string | undefined): void {
  const link = findElement('#other-device', HTMLAnchorElement);
  link.hidden = deviceUrl === undefined;
  if (deviceUrl === undefined) return;
  const follow = (): void => {
    // The page's address contains the order.
    link.href = deviceUrl + location.pathname + location.search;
  };
  new MutationObserver(follow).observe(checkout, { attributeFilter: ['order-id'] });
  follow();
}
