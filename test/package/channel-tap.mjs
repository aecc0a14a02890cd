/** To be run in a page before its own scripts: hears what goes through its channels, as `tap.said` and `tap.heard`, and can hold it back. */
export function installTap() {
  const Native = MessageChannel;
  const tap = {
    said: [],
    heard: [],
    /** @type {string | undefined} The type of what is not passed on any more. */
    heldType: undefined,
    /** @type {(() => void)[]} */
    held: [],
    /** Passes on what was held back. */
    letGo() {
      tap.heldType = undefined;
      for (const pass of tap.held.splice(0)) pass();
    },
  };
  const connect = (from, to, log) => {
    from.onmessage = ({ data, ports }) => {
      if (data?.type) log.push(data);
      const pass = () => to.postMessage(data, [...ports]);
      if (data?.type === tap.heldType) tap.held.push(pass);
      else pass();
    };
  };
  globalThis.tap = tap;
  globalThis.MessageChannel = new Proxy(Native, {
    construct() {
      const [near, far] = [new Native(), new Native()];
      connect(near.port2, far.port1, tap.said);
      connect(far.port1, near.port2, tap.heard);
      return { port1: near.port1, port2: far.port2 };
    },
  });
}
