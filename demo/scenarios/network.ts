let realFetch: typeof fetch | undefined;

/**
 * Has the page believe that its device has no network, or has it again. The checkout asks `navigator.onLine` only for services that are
 * not on this very machine, so requests fail as well.
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
