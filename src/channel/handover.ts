/**
 * The one message that goes from window to window: it hands a port over, and all else goes through that. It is sent with the exact origin of the
 * frame; the frame takes it once, from its parent alone and only from an origin of its config.
 */
export interface Handover {
  balcao: 'card-fields';
  /** The protocols that the page speaks, the newest first. */
  protocols: readonly number[];
}

/** Reads a handover, which anybody may have sent. */
export function readHandover(data: unknown): Handover | undefined {
  if (typeof data !== 'object' || data === null || !('balcao' in data) || !('protocols' in data)) return undefined;
  const { balcao, protocols } = data;
  if (balcao !== 'card-fields' || !Array.isArray(protocols) || protocols.length > 8) return undefined;
  const numbers: number[] = protocols.filter((protocol) => Number.isSafeInteger(protocol));
  return numbers.length === protocols.length ? { balcao, protocols: numbers } : undefined;
}
