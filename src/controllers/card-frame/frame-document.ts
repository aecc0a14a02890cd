import { Channel } from '../../channel/channel.js';
import { frameMessageSchema, type FrameMessage, type FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessage } from '../../channel/page-message.js';

/** A document of a frame, from the moment in which it was handed a port. */
export class FrameDocument {
  /** Its first word, once it has come. */
  hello: FrameMessageOf<'hello'> | undefined;
  /** Whether it has everything that a payment needs. */
  isReady = false;
  readonly #channel: Channel<FrameMessage, PageMessage>;

  /** `handle` is called with each message that is well-formed, and returns whether it is in turn. */
  constructor(port: MessagePort, handle: (from: FrameDocument, message: FrameMessage) => boolean) {
    this.#channel = new Channel({ port, schema: frameMessageSchema(), handle: (message) => handle(this, message) });
  }

  /** How many of its messages were dropped. */
  get droppedCount(): number {
    return this.#channel.droppedCount;
  }

  send(message: PageMessage): void {
    this.#channel.send(message);
  }

  /** Hears and says nothing from now on. */
  close(): void {
    this.#channel.close();
  }
}
