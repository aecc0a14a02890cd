import type { AddressInfo } from 'node:net';

/**
 * The names of a server on this machine. A browser treats each name as a separate site with its own cookies and data, like another device.
 */
export interface LoopbackNames {
  /** Returns whether an origin is one of this server's. A request with any other `Host` is not trusted. */
  has(origin: string): boolean;
  /** Returns the other origin of this server, which a browser treats as another device. */
  findOther(origin: string): string;
}

/** Lists the names by which a browser on this machine can reach a server that listens on an address. */
export function listLoopbackNames({ address, port }: AddressInfo): LoopbackNames {
  const numbers = address === '::1' ? '[::1]' : '127.0.0.1';
  const named = `http://localhost:${port}`;
  const numbered = `http://${numbers}:${port}`;
  return {
    has: (origin) => origin === named || origin === numbered,
    findOther: (origin) => (origin === named ? numbered : named),
  };
}
