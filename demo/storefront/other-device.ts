import { findElement } from '../page/find-element.js';

/** Shows the link that opens this order on what is to the browser another device, where there is one. `deviceUrl` is its origin. */
export function mountOtherDevice(checkout: HTMLElement, deviceUrl: string | undefined): void {
  const link = findElement('#other-device', HTMLAnchorElement);
  link.hidden = deviceUrl === undefined;
  if (deviceUrl === undefined) return;
  const follow = (): void => {
    // The page's address names its order.
    link.href = deviceUrl + location.pathname + location.search;
  };
  new MutationObserver(follow).observe(checkout, { attributeFilter: ['order-id'] });
  follow();
}
