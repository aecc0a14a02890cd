/** What the shop's stream about a charge reports. It says only when to ask, never what the answer is. */
export interface PixStreamListener {
  /** Called for each message, whatever it holds. */
  hint(): void;
  /** Called when the connection opens or breaks. */
  setLive(isLive: boolean): void;
}

/** Opens a stream, where the shop has one. Returns a function that closes it. Never throws. */
export type OpenPixStream = (listener: PixStreamListener) => (() => void) | undefined;
