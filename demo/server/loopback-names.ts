import type { AddressInfo } from 'node:net';

/** A server of this machine has several names. To a browser each is another site, with cookies and data of its own: another device. */
export interface LoopbackNames {
  /** Whether a page of this server is at this origin. What any other `Host` says counts for nothing. */
  has(origin: string): boolean;
  /** The same page on what is to a browser another device. */
  findOther(origin: string): string;
}

/** The names by which a server that listens at this address can be reached by a browser here. */
export function listLoopbackNames({ address, port }: AddressInfo): LoopbackNames {
  const numbers = address === '::1' ? '[::1]' : '127.0.0.1';
  const named = `http://localhost:${port}`;
  const numbered = `http://${numbers}:${port}`;
  return {
    has: (origin) => origin === named || origin === numbered,
    findOther: (origin) => (origin === named ? numbered : named),
  };
}
