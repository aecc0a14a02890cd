/** What the demo's server tells its page. */
export interface DemoConfig {
  /** Origin of the sandbox, which is not the page's. */
  sandboxOrigin: string;
  /** Where the checkout sends its requests: the sandbox's room, or the shop's relay to a real service. */
  baseUrl: string;
  /** Whether a real service is behind `baseUrl`: then there is nothing to steer. */
  live: boolean;
}

/** Asks the demo's server which service this page pays at. */
export async function loadDemoConfig(): Promise<DemoConfig> {
  const answer = await fetch('/demo-config.json', { cache: 'no-store' });
  const config: unknown = await answer.json();
  if (!isDemoConfig(config)) throw new Error('/demo-config.json is not what the demo page expects');
  return config;
}

function isDemoConfig(value: unknown): value is DemoConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sandboxOrigin' in value &&
    typeof value.sandboxOrigin === 'string' &&
    'baseUrl' in value &&
    typeof value.baseUrl === 'string' &&
    'live' in value &&
    typeof value.live === 'boolean'
  );
}
