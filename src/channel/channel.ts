import type * as z from 'zod/mini';

/** One end of the channel between a page and a frame. */
export interface ChannelOptions<Incoming> {
  port: MessagePort;
  /** The messages of the other end. */
  schema: z.ZodMiniType<Incoming>;
  /** Called with each message that is well-formed. Returns whether it was in turn. */
  handle: (message: Incoming) => boolean;
}

/**
 * Sends and receives messages through a port. A message that does not fit the schema, or is not in turn, is dropped and counted, without an answer:
 * the other end may be anybody's.
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

  send(message: Outgoing): void {
    this.#port.postMessage(message);
  }

  /** Sends and receives nothing from now on. */
  close(): void {
    this.#port.onmessage = null;
    this.#port.close();
  }

  /** A message with a port in it is not one of ours, whatever else it has. */
  #receive({ data, ports }: MessageEvent<unknown>): void {
    const parsed = this.#options.schema.safeParse(data);
    if (ports.length > 0 || !parsed.success || !this.#options.handle(parsed.data)) this.#droppedCount += 1;
  }
}
