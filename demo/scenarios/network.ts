let realFetch: typeof fetch | undefined;

/**
 * Simulates the loss and the return of the device's network. The checkout reads `navigator.onLine` only for services on other machines, so
 * the requests have to fail as well.
 */
export function setOnline(isOnline: boolean): void {
  if (isOnline === (realFetch === undefined)) return;
  if (realFetch) {
    globalThis.fetch = realFetch;
    realFetch = undefined;
    Reflect.deleteProperty(navigator, 'onLine');
  } else {
    realFetch = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('The bench has taken the network away.'));
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  }
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
