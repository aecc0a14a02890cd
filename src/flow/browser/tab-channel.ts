/** The part of a `BroadcastChannel` by which tabs tell each other to read the journal again. Carries order identifiers, nothing else. */
export interface TabChannel {
  postMessage(orderId: string): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** Opens a channel to the other tabs. */
export type OpenTabChannel = () => TabChannel;

/** Tells other tabs that an order has changed. Uses an open channel, else one for this message alone. Never throws. */
export function announceOrder(orderId: string, openChannel: OpenTabChannel | undefined, channel?: TabChannel): void {
  try {
    const sender = channel ?? openChannel?.();
    sender?.postMessage(orderId);
    if (sender !== channel) sender?.close();
  } catch {
    // Other tabs read the journal again when they are looked at.
  }
}
