import type { CardState } from '../../../src/channel/card-state.js';
import type { FrameMessage, FrameMessageOf } from '../../../src/channel/frame-message.js';
import { pageMessageSchema, type PageMessage, type PageMessageOf } from '../../../src/channel/page-message.js';
import { FrameLink } from '../../../src/controllers/card-frame/frame-link.js';
import type { Clock } from '../../../src/domain/clock.js';
import { waitUntil } from '../../support/checkout-page.js';

export const FRAME_URL = 'https://pay.provider.example/shop-1/v1/';
export const SERVICE = 'https://payments.example/v1/';

/** A card that is wholly typed. */
export const WHOLE: CardState = { brand: 'visa', hasNumber: true, isTyped: true, last4: '1111', wrong: [], marked: [] };

export const HELLO: FrameMessageOf<'hello'> = {
  type: 'hello',
  protocol: 1,
  build: 'scripted',
  service: SERVICE,
  timeLimits: { cardMs: 30_000, otherMs: 15_000 },
};

/** A document of the scripted frame, with all that the page has said to it. */
class ScriptedDocument {
  readonly heard: PageMessage[] = [];
  readonly #port: MessagePort;

  constructor(port: MessagePort, answer: (message: PageMessage) => void) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = pageMessageSchema().parse(data);
      this.heard.push(message);
      answer(message);
    };
  }

  /** Says anything, also what no frame would say. */
  say(message: unknown): void {
    this.#port.postMessage(message);
  }

  /** Says something with a port in it. */
  sayWith(message: unknown, port: MessagePort): void {
    this.#port.postMessage(message, [port]);
  }
}

/** The other end of a link, played by the test: no document stands behind it. */
export class ScriptedFrame {
  readonly iframe = document.createElement('iframe');
  readonly link: FrameLink;
  readonly documents: ScriptedDocument[] = [];
  /** What `check` is answered with; undefined leaves it without an answer. */
  state: CardState | undefined = WHOLE;

  /** Its own address keeps frames of different tests apart. */
  constructor(clock: Clock | undefined, frameUrl = FRAME_URL, protocols?: readonly number[]) {
    this.link = new FrameLink(this.iframe, frameUrl, {
      ...(clock && { clock }),
      ...(protocols && { protocols }),
      handOver: (_, port) => {
        const opened: ScriptedDocument = new ScriptedDocument(port, (message) => this.#answer(opened, message));
        this.documents.push(opened);
      },
    });
  }

  /** The document that was loaded last. */
  get document(): ScriptedDocument {
    const last = this.documents.at(-1);
    if (!last) throw new Error('Nothing was loaded.');
    return last;
  }

  /** Loads a document, as the browser does at first and after each navigation. */
  load(): void {
    this.iframe.dispatchEvent(new Event('load'));
  }

  /** Loads a document that says hello and is ready. */
  async open(hello: Partial<FrameMessageOf<'hello'>> = {}): Promise<this> {
    this.link.connect();
    this.load();
    const before = this.link.hello;
    this.say({ ...HELLO, ...hello });
    this.say({ type: 'ready' });
    await waitUntil(() => this.link.hello !== before && this.link.isReady, 'hello of the scripted frame');
    return this;
  }

  say(message: unknown): void {
    this.document.say(message);
  }

  /** Settles once the page has taken all that was said, and the frame all that the page has said until now. */
  async sync(): Promise<void> {
    this.state ??= WHOLE;
    await this.link.check();
  }

  /** Everything of a kind that the page has said, to whatever document. */
  listHeard<Type extends PageMessage['type']>(type: Type): PageMessageOf<Type>[] {
    const isOfType = (message: PageMessage): message is PageMessageOf<Type> => message.type === type;
    return this.documents.flatMap(({ heard }) => heard.filter(isOfType));
  }

  /** Waits until the page has said something of a kind so often; returns the last of it. */
  hear<Type extends PageMessage['type']>(type: Type, count = 1): Promise<PageMessageOf<Type>> {
    return waitUntil(() => (this.listHeard(type).length >= count ? this.listHeard(type).at(-1) : undefined), `${count} ${type}`);
  }

  #answer(from: ScriptedDocument, message: PageMessage): void {
    if (message.type === 'check' && this.state) from.say({ type: 'state', state: this.state, turn: message.turn } satisfies FrameMessage);
  }
}
