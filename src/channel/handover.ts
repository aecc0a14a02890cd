/** The version of the messages between a page and a frame of card fields. */
export const PROTOCOL = 1;

/**
 * Lists the protocols that a page knows, the newest first: its own, and the one before, because shops and providers do not update at the
 * same time.
 */
export function listProtocols(own: number = PROTOCOL): number[] {
  return [own, own - 1].filter((protocol) => protocol > 0);
}

/**
 * The only message between the windows: it hands over the port for all other messages. The page sends it to the exact origin of the frame.
 * The frame accepts it once, only from its parent, and only from an origin of its config.
 */
export interface Handover {
  balcao: 'card-fields';
  /** The protocols that the page knows, the newest first. */
  protocols: readonly number[];
}

/** Returns whether a message is a handover. `data` may be anything, because any window can send it. */
export function isHandover(data: unknown): data is Handover {
  if (typeof data !== 'object' || data === null || !('balcao' in data) || !('protocols' in data)) return false;
  const { balcao, protocols } = data;
  if (balcao !== 'card-fields' || !Array.isArray(protocols) || protocols.length > 8) return false;
  return protocols.every((protocol) => Number.isSafeInteger(protocol));
}
