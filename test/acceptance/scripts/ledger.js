// Counts what a page holds on to: `ledger` lists listeners of what outlives an element, timers, channels and observers, by name.
(() => {
  const held = new Map();
  const hold = (kind, key) => held.set(key, kind);
  const drop = (key) => held.delete(key);
  const ids = new WeakMap();
  let count = 0;
  const idOf = (object) =>
    object === null || !/object|function/.test(typeof object)
      ? String(object)
      : (ids.has(object) || ids.set(object, ++count), ids.get(object));

  const lasting = (target) =>
    !(target instanceof Node) || target === document || target === document.documentElement || target === document.body;
  const isCapture = (options) => (typeof options === 'object' && options !== null ? Boolean(options.capture) : Boolean(options));
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const keyOf = (target, type, listener, options) => `listener ${idOf(target)} ${type} ${idOf(listener)} ${isCapture(options)}`;
  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    // In a function of the page, `this` is undefined where a script calls the bare name.
    const target = this ?? window;
    if (listener && (target === window || lasting(target)) && !(target instanceof BroadcastChannel) && !(target instanceof AbortSignal)) {
      const key = keyOf(target, type, listener, options);
      hold(`${target.constructor.name} listener of ${type}`, key);
      if (options?.once) addEventListener.call(target, type, () => drop(key), { once: true, capture: isCapture(options) });
      if (options?.signal) addEventListener.call(options.signal, 'abort', () => drop(key), { once: true });
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(type, listener, options) {
    const target = this ?? window;
    drop(keyOf(target, type, listener, options));
    return removeEventListener.call(target, type, listener, options);
  };

  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
    ['requestAnimationFrame', 'cancelAnimationFrame'],
  ]) {
    const begin = window[start].bind(window);
    const end = window[stop].bind(window);
    window[start] = (callback, ...rest) => {
      const run = (...args) => {
        if (start !== 'setInterval') drop(`${start} ${id}`);
        callback(...args);
      };
      const id = begin(run, ...rest);
      hold(start, `${start} ${id}`);
      return id;
    };
    window[stop] = (id) => {
      drop(`${start} ${id}`);
      end(id);
    };
  }

  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name) {
      super(name);
      hold('BroadcastChannel', this);
    }
    close() {
      drop(this);
      super.close();
    }
  };
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver']) {
    window[name] = class extends window[name] {
      observe(...args) {
        hold(name, this);
        super.observe(...args);
      }
      disconnect() {
        drop(this);
        super.disconnect();
      }
    };
  }
  window.ledger = () => [...held.values()];
})();
