/** The addresses and the mode that the page needs to know. */
export interface DemoConfig {
  /** The service behind the page: the sandbox beside the development server, a real service, or a worker in this browser. */
  mode: 'sandbox' | 'live' | 'worker';
  /** The base URL of the service; absent if the checkout pays through the shop's relay, which has an address for each order. */
  baseUrl?: string;
  /** The address of Balcão's endpoints in the shop, with a slash at the end. */
  shopUrl: string;
  /** The address of the shop's own endpoints, with a slash at the end. */
  storeUrl: string;
  /** The address of the sandbox's control endpoints; absent with a real service, which has none. */
  controlUrl?: string;
  /** The address of the frame with the card fields, on another origin; absent if there is no such frame for this service. */
  frameUrl?: string;
  /** The address of this page on an origin that the browser treats as another device; absent if there is no such origin. */
  deviceUrl?: string;
}

/** Returns whether the page pays through the shop's relay. Such a page needs no token and sends nothing to another origin. */
export function isRelayed({ baseUrl }: Pick<DemoConfig, 'baseUrl'>): boolean {
  return baseUrl === undefined;
}
