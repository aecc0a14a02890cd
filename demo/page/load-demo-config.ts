import type { DemoConfig } from './demo-config.js';

/** Loads the config of this page from the demo's server. The static page has its own service, in a worker. */
export async function loadDemoConfig(): Promise<DemoConfig> {
  if (import.meta.env.MODE === 'production') return (await import('../static/start-worker.js')).startWorker();
  const response = await fetch('/demo-config.json', { cache: 'no-store' });
  const config: unknown = await response.json();
  if (!isDemoConfig(config)) throw new Error('/demo-config.json is not what the demo page expects');
  return config;
}

function isDemoConfig(value: unknown): value is DemoConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mode' in value &&
    (value.mode === 'sandbox' || value.mode === 'live') &&
    'shopUrl' in value &&
    typeof value.shopUrl === 'string' &&
    'storeUrl' in value &&
    typeof value.storeUrl === 'string' &&
    (!('baseUrl' in value) || typeof value.baseUrl === 'string') &&
    (!('controlUrl' in value) || typeof value.controlUrl === 'string') &&
    (!('frameUrl' in value) || typeof value.frameUrl === 'string') &&
    (!('deviceUrl' in value) || typeof value.deviceUrl === 'string')
  );
}
