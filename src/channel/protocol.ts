/** The version of what a page and a frame of card fields say to each other. */
export const PROTOCOL = 1;

/** The protocols that a page speaks, the newest first: its own, and the one before, since shops and providers roll out each in their own time. */
export function listProtocols(own: number = PROTOCOL): number[] {
  return [own, own - 1].filter((protocol) => protocol > 0);
}
