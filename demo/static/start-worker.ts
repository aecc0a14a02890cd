import type { DemoConfig } from '../page/demo-config.js';
import { SANDBOX_FOLDER, SHOP_FOLDER, STORE_FOLDER, WORKER_FILE } from './places.js';

/** The error if the browser supports no service worker here: on an insecure page, or in a private window of some browsers. */
export class NoWorkerError extends Error {
  override readonly name = 'NoWorkerError';
}

/** The part of a page's scope that is needed here. A `TrustedScriptURL` is typed as the text that it replaces. */
interface TrustingScope {
  readonly isSecureContext: boolean;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): { createScriptURL: (text: string) => string };
  };
}

/**
 * Starts the worker with the shop's server and the service, and waits until the worker controls this page. It also works on the first
 * visit, and after a reload that bypasses the cache and with it the workers. Rejects with `NoWorkerError` if there are no service workers.
 */
export async function startWorker(): Promise<DemoConfig> {
  const place = new URL('.', location.href);
  const { serviceWorker: container } = navigator;
  if (!container) throw new NoWorkerError('This page has no service worker.');
  try {
    await container.register(createWorkerUrl(new URL(WORKER_FILE, place).href), { updateViaCache: 'none' });
  } catch (error) {
    throw new NoWorkerError('The service worker could not be registered.', { cause: error });
  }
  const { active } = await container.ready;
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true });
    if (container.controller) resolve();
    else active?.postMessage('claim');
  });
  const { pathname } = place;
  const [shopUrl, storeUrl] = [`${pathname}${SHOP_FOLDER}`, `${pathname}${STORE_FOLDER}`];
  return { mode: 'worker', shopUrl, storeUrl, controlUrl: `${pathname}${SANDBOX_FOLDER}__sandbox/` };
}

/** Creates the worker's address. The page's policy requires a trusted type for scripts, and its `trusted-types` lists `balcao-demo`. */
function createWorkerUrl(address: string): string {
  const { trustedTypes }: TrustingScope = globalThis;
  return trustedTypes?.createPolicy('balcao-demo', { createScriptURL: (text) => text }).createScriptURL(address) ?? address;
}
