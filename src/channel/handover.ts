/** The version of the messages between a page and a frame of card fields. */
export const PROTOCOL = 1;

/** Returns the protocols that a page knows, the newest first: its own, and the one before, since shops and providers roll out each in their own time. */
export function listProtocols(own: number = PROTOCOL): number[] {
  return [own, own - 1].filter((protocol) => protocol > 0);
}

/**
 * The one message that goes from window to window: it hands over the port that all others go through. It is sent with the exact origin of the
 * frame; the frame takes it once, only from its parent and only from an origin of its config.
 */
export interface Handover {
  balcao: 'card-fields';
  /** The protocols that the page knows, the newest first. */
  protocols: readonly number[];
}

/** True for a handover. Anybody may have sent the data. */
export function isHandover(data: unknown): data is Handover {
  if (typeof data !== 'object' || data === null || !('balcao' in data) || !('protocols' in data)) return false;
  const { balcao, protocols } = data;
  if (balcao !== 'card-fields' || !Array.isArray(protocols) || protocols.length > 8) return false;
  return protocols.every((protocol) => Number.isSafeInteger(protocol));
}
