/** What the page must know of its surroundings. */
export interface DemoConfig {
  /** What plays the service: the sandbox beside the development server, a real service, or a worker in this browser. */
  mode: 'sandbox' | 'live' | 'worker';
  /** Where the checkout sends its requests: the sandbox's room, or the shop's relay. */
  baseUrl: string;
  /** Where the shop's endpoints are, with the slash at the end. */
  shopUrl: string;
  /** Where the sandbox is steered; absent with a real service, where there is nothing to steer. */
  controlUrl?: string;
  /** Where a provider would serve the card fields, on another origin; absent where there is none that reaches the service. */
  frameUrl?: string;
}

/** Whether the page pays through the shop's relay: then it needs no token, and meets no other origin. */
export function isRelayed({ mode }: DemoConfig): boolean {
  return mode !== 'sandbox';
}
