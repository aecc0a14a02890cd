/** The part of a `BroadcastChannel` by which tabs notify each other of a changed record. Carries its identifier, nothing else. */
export interface TabChannel {
  postMessage(id: string): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** Opens a channel to the other tabs. */
export type OpenTabChannel = () => TabChannel;

/** Opens a channel, and calls `changed` when another tab has changed what `id` names. `undefined` in sandboxed frames, which have none. */
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

/** Notifies other tabs that an order, or a customer's cards, have changed: by an open channel, else by one for this message alone. Never throws. */
export function announceChange(id: string, openChannel: OpenTabChannel | undefined, channel?: TabChannel): void {
  try {
    const sender = channel ?? openChannel?.();
    sender?.postMessage(id);
    if (sender !== channel) sender?.close();
  } catch {
    // Other tabs read again when they become visible.
  }
}
