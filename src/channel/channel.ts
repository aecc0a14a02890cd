import type * as z from 'zod/mini';

/** Options of one end of the channel between a page and a frame. */
export interface ChannelOptions<Incoming> {
  port: MessagePort;
  /** The schema of the messages from the other end. */
  schema: z.ZodMiniType<Incoming>;
  /** Handles each message that fits the schema. Returns whether the message was in turn. */
  handle: (message: Incoming) => boolean;
  /** Called after a message was dropped. */
  dropped?: () => void;
}

/**
 * Sends and receives messages through a port. A message that does not fit the schema, or is not in turn, is dropped and counted. The sender
 * gets no response, because the other end may be anybody's.
 */
export class Channel<Incoming, Outgoing> {
  readonly #port: MessagePort;
  readonly #options: ChannelOptions<Incoming>;
  #droppedCount = 0;

  constructor(options: ChannelOptions<Incoming>) {
    this.#options = options;
    this.#port = options.port;
    this.#port.onmessage = (event: MessageEvent<unknown>) => this.#receive(event);
  }

  /** The number of messages that were dropped so far. */
  get droppedCount(): number {
    return this.#droppedCount;
  }

  /** Sends a message to the other end. */
  send(message: Outgoing): void {
    this.#port.postMessage(message);
  }

  /** Sends and receives nothing from now on. */
  close(): void {
    this.#port.onmessage = null;
    this.#port.close();
  }

  /** Receives a message. A message that carries a port is dropped: no message of Balcão has one. */
  #receive({ data, ports }: MessageEvent<unknown>): void {
    const parsed = this.#options.schema.safeParse(data);
    if (ports.length === 0 && parsed.success && this.#options.handle(parsed.data)) return;
    this.#droppedCount += 1;
    this.#options.dropped?.();
  }
}
