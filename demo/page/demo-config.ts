/** What the page must know of its surroundings. */
export interface DemoConfig {
  /** What plays the service: the sandbox beside the development server, a real service, or a worker in this browser. */
  mode: 'sandbox' | 'live' | 'worker';
  /** Where the checkout sends its requests; absent where it pays through the shop's relay, which has an address for each order. */
  baseUrl?: string;
  /** Where Balcão's endpoints of the shop are, with the slash at the end. */
  shopUrl: string;
  /** Where the shop has endpoints of its own, with the slash at the end. */
  storeUrl: string;
  /** Where the sandbox is steered; absent with a real service, where there is nothing to steer. */
  controlUrl?: string;
  /** Where a provider would serve the card fields, on another origin; absent where there is none that reaches the service. */
  frameUrl?: string;
  /** Where this same page is on what is to the browser another device; absent where there is no such place. */
  deviceUrl?: string;
}

/** Whether the page pays through the shop's relay: then it needs no token, and meets no other origin. */
export function isRelayed({ baseUrl }: Pick<DemoConfig, 'baseUrl'>): boolean {
  return baseUrl === undefined;
}
