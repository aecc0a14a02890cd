/**
 * The part of `BroadcastChannel` that tabs use to notify each other of a change. A message is the identifier of the changed order or
 * customer, nothing else.
 */
export interface TabChannel {
  postMessage(id: string): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** Opens a channel to the other tabs. */
export type OpenTabChannel = () => TabChannel;

/**
 * Opens a channel, and calls `changed` when another tab announces a change of `id`. Returns `undefined` if no channel can be opened, as in
 * a sandboxed frame.
 */
export function followChanges(id: string, openChannel: OpenTabChannel | undefined, changed: () => void): TabChannel | undefined {
  try {
    const channel = openChannel?.();
    channel?.addEventListener('message', ({ data }) => {
      if (data === id) changed();
    });
    return channel;
  } catch {
    return undefined;
  }
}

/**
 * Notifies other tabs that an order, or the cards of a customer, have changed. Uses `channel` if it is given, else opens a channel for this
 * one message. Never throws.
 */
export function announceChange(id: string, openChannel: OpenTabChannel | undefined, channel?: TabChannel): void {
  try {
    const sender = channel ?? openChannel?.();
    sender?.postMessage(id);
    if (sender !== channel) sender?.close();
  } catch {
    // The other tabs read the records again when they become visible.
  }
}
