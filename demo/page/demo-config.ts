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
}

/** Whether the page pays through the shop's relay: then it needs no token, and meets no other origin. */
export function isRelayed({ mode }: DemoConfig): boolean {
  return mode !== 'sandbox';
}

/** Asks the development server which service this page pays at; the built page brings its own, in a worker. */
export async function loadDemoConfig(): Promise<DemoConfig> {
  if (import.meta.env.PROD) return (await import('../static/start-worker.js')).startWorker();
  const answer = await fetch('/demo-config.json', { cache: 'no-store' });
  const config: unknown = await answer.json();
  if (!isDemoConfig(config)) throw new Error('/demo-config.json is not what the demo page expects');
  return config;
}

function isDemoConfig(value: unknown): value is DemoConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mode' in value &&
    (value.mode === 'sandbox' || value.mode === 'live') &&
    'baseUrl' in value &&
    typeof value.baseUrl === 'string' &&
    'shopUrl' in value &&
    typeof value.shopUrl === 'string' &&
    (!('controlUrl' in value) || typeof value.controlUrl === 'string')
  );
}
