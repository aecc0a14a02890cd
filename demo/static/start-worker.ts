import type { DemoConfig } from '../page/demo-config.js';
import { SANDBOX_FOLDER, SHOP_FOLDER, STORE_FOLDER, WORKER_FILE } from './places.js';

/** The browser has no service worker to give: an insecure page, a private window of some browsers. */
export class NoWorkerError extends Error {
  override readonly name = 'NoWorkerError';
}

/** A page's scope as far as it is needed here; a `TrustedScriptURL` goes wherever its text goes. */
interface TrustingScope {
  readonly isSecureContext: boolean;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): { createScriptURL: (text: string) => string };
  };
}

/**
 * Starts the worker that plays the shop's server and the service, and waits until it answers this very page: also on the first visit, and
 * after a reload past the cache, which goes past workers too. Rejects with `NoWorkerError`.
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

/** The page's policy wants scripts to come by a trusted type; `balcao-demo` is in its `trusted-types`. */
function createWorkerUrl(address: string): string {
  const { trustedTypes }: TrustingScope = globalThis;
  return trustedTypes?.createPolicy('balcao-demo', { createScriptURL: (text) => text }).createScriptURL(address) ?? address;
}
