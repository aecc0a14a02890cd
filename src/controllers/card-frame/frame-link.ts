import type { CardState } from '../../channel/card-state.js';
import type { FrameMessage, FrameMessageOf } from '../../channel/frame-message.js';
import type { Handover } from '../../channel/handover.js';
import type { PageMessage } from '../../channel/page-message.js';
import { listProtocols } from '../../channel/protocol.js';
import { systemClock } from '../../client/system-clock.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { Listeners } from '../../flow/listeners.js';
import { EMPTY_CARD } from './empty-card.js';
import { shareInPage } from '../page/page-registry.js';
import { FrameDocument } from './frame-document.js';
import type { FormMessage, FrameNews } from './frame-news.js';
import { createLostError } from './lost-error.js';
import { parseFrameUrl } from '../settings/frame-url.js';
import { PageFrames } from './page-frames.js';

/** The links of this page. */
export const pageFrames = shareInPage('frames', () => new PageFrames<FrameLink>());

/** How long the first word of a frame may take after its first document has loaded, ms. */
const HELLO_LIMIT_MS = 15_000;

/** How long a frame's first document may take, ms. */
const LOAD_LIMIT_MS = 30_000;

/** How long the answer to a question about the card's state may take, ms. */
const CHECK_LIMIT_MS = 5000;

/** What a link may be given beside its frame. */
export interface FrameLinkOptions {
  /** Time; the device's by default. */
  clock?: Clock;
  /** Hands a port over; by default to the window of the frame, at the origin of its address. */
  handOver?: (message: Handover, port: MessagePort) => void;
  /** The protocols that this page speaks; by default those of this build. */
  protocols?: readonly number[];
}

/**
 * The page's end of the channel to a frame of card fields. Hands a new port over at each `load` of the frame: the first one on which the frame
 * says `hello` is the one that counts, and a `hello` on a later one means that the document before is gone. What is not in turn is dropped.
 */
export class FrameLink {
  /** The address of the frame, as it names the frame among those of the page. */
  readonly frameUrl: string;
  readonly #iframe: HTMLIFrameElement;
  readonly #clock: Clock;
  readonly #handOver: (message: Handover, port: MessagePort) => void;
  readonly #protocols: readonly number[];
  readonly #news = new Listeners<FrameNews>();
  /** Told of whatever `ready()` and `check()` wait for. */
  readonly #changes = new Listeners<void>();
  /** By the name of a call what takes the messages of it. */
  readonly #calls = new Map<string, (message: FrameMessage) => boolean>();
  /** Documents that were handed a port, oldest first, and have not said `hello`. */
  #waiting: FrameDocument[] = [];
  #document: FrameDocument | undefined;
  #state: CardState = EMPTY_CARD;
  #look: FormMessage | undefined;
  #form: FormMessage | undefined;
  #fault: CheckoutError | undefined;
  #turn = 0;
  /** The last turn that was answered. */
  #answeredTurn = 0;
  /** Until the frame says that its fields are empty: what it says before is of a card that it has yet to empty, which waits while somebody types. */
  #isStale = false;
  #droppedCount = 0;
  #cancelTimer: (() => void) | undefined;
  #isConnected = false;

  /** Throws `invalid-config` for an address that cannot be used. */
  constructor(iframe: HTMLIFrameElement, frameUrl: string, options: FrameLinkOptions = {}) {
    const { href, origin } = parseFrameUrl(frameUrl);
    this.frameUrl = href;
    this.#iframe = iframe;
    this.#clock = options.clock ?? systemClock;
    this.#protocols = options.protocols ?? listProtocols();
    this.#handOver = options.handOver ?? ((message, port) => iframe.contentWindow?.postMessage(message, origin, [port]));
  }

  /** What the frame is and which service it is for, once it has said so. */
  get hello(): FrameMessageOf<'hello'> | undefined {
    return this.#document?.hello;
  }

  /** What is known of the card; of an empty one until the frame says otherwise. */
  get state(): CardState {
    return this.#state;
  }

  /** Whether everything that a payment needs is in the frame. */
  get isReady(): boolean {
    return this.#document?.isReady === true;
  }

  /** Whether the link is open: a card form that is taken out of the page closes it. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** How many messages of the frame were dropped. */
  get droppedCount(): number {
    return [this.#document, ...this.#waiting].reduce((sum, each) => sum + (each?.droppedCount ?? 0), this.#droppedCount);
  }

  /** Hands a port over, now where the frame has loaded and at each `load` of it. */
  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    pageFrames.add(this);
    this.#iframe.addEventListener('load', this.#handleLoad);
    this.#awaitHello(LOAD_LIMIT_MS);
    // The empty document that a frame begins with is of the page's own origin: nobody there would take the port.
    if (!this.#iframe.contentDocument) this.#handleLoad();
  }

  /** Hears and says nothing from now on: what runs in the frame is as if its document was gone. */
  close(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    pageFrames.remove(this);
    this.#iframe.removeEventListener('load', this.#handleLoad);
    this.#cancelTimer?.();
    for (const each of this.#waiting) this.#drop(each);
    this.#waiting = [];
    this.#leaveDocument();
    this.#fault = createLostError();
    this.#changes.emit();
  }

  /** Says something of the form. A new document of the frame hears the last `look` and the last `form` at once. */
  send(message: FormMessage): void {
    if (message.type === 'look') this.#look = message;
    if (message.type === 'form') this.#form = message;
    this.#document?.send(message);
    if (message.type !== 'clear' || message.what !== 'all') return;
    this.#state = EMPTY_CARD;
    this.#isStale = true;
    this.#ask();
  }

  /** Calls `listener` with all that the frame says in turn. Returns a function that unsubscribes. */
  subscribe(listener: (news: FrameNews) => void): () => void {
    return this.#news.subscribe(listener);
  }

  /** Settles once the frame has said `hello`. Rejects as `ready()` does. */
  async meet(): Promise<FrameMessageOf<'hello'>> {
    this.#renew();
    await this.#until(() => this.hello !== undefined);
    if (!this.hello) throw createLostError();
    return this.hello;
  }

  /**
   * Settles once everything that a payment needs is in the frame. Rejects with `network` where the frame does not come, which the next call
   * tries again, and with `invalid-config` for a frame that this page cannot speak to.
   */
  async ready(): Promise<void> {
    this.#renew();
    await this.#until(() => this.isReady);
  }

  /** Asks for the state of the card, which is that of now afterwards. Rejects with `network` where the frame is silent. */
  check(): Promise<void> {
    const turn = this.#ask();
    return withTimeLimit(
      this.#until(() => this.#answeredTurn >= turn),
      this.#clock,
      CHECK_LIMIT_MS,
      createLostError(),
    );
  }

  /** Sends the message of a call. Returns whether there was anybody to send it to. */
  post(message: PageMessage): boolean {
    this.#document?.send(message);
    return this.#document !== undefined;
  }

  /** Has `take` judge the messages that name this call: it returns whether they are in turn. Returns a function that ends that. */
  follow(id: string, take: (message: FrameMessage) => boolean): () => void {
    this.#calls.set(id, take);
    return () => void this.#calls.delete(id);
  }

  readonly #handleLoad = (): void => {
    if (!this.hello) this.#awaitHello(HELLO_LIMIT_MS);
    const { port1, port2 } = new MessageChannel();
    this.#waiting.push(new FrameDocument(port1, (from, message) => this.#handle(from, message)));
    this.#handOver({ balcao: 'card-fields', protocols: this.#protocols }, port2);
  };

  #awaitHello(limitMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(() => this.#fail(createLostError()), limitMs);
  }

  /** Loads a frame that never came once more. */
  #renew(): void {
    if (this.#fault?.code !== 'network' || !this.#isConnected) return;
    this.#fault = undefined;
    this.#awaitHello(LOAD_LIMIT_MS);
    const { src } = this.#iframe;
    this.#iframe.src = src;
  }

  #fail(fault: CheckoutError): void {
    this.#cancelTimer?.();
    this.#fault = fault;
    this.#changes.emit();
  }

  /** Settles once something is there; rejects with the fault that keeps it from coming. */
  #until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#fault) reject(this.#fault);
        else if (isThere()) resolve();
        else return;
        stop();
      };
      const stop = this.#changes.subscribe(look);
      look();
    });
  }

  #ask(): number {
    this.#turn += 1;
    this.#document?.send({ type: 'check', turn: this.#turn });
    return this.#turn;
  }

  /** Returns whether a message is in turn. */
  #handle(from: FrameDocument, message: FrameMessage): boolean {
    if (from !== this.#document) {
      if (message.type === 'hello') return this.#greet(from, message);
      // A frame that lacks a part says so in place of its first word.
      const isBroken = message.type === 'fault' && !this.#document;
      if (isBroken) this.#fail(createLostError());
      return isBroken;
    }
    if (!this.#take(message)) return false;
    this.#changes.emit();
    this.#news.emit(message);
    return true;
  }

  #take(message: FrameMessage): boolean {
    if (message.type === 'hello') return false;
    if (message.type === 'state') return this.#takeState(message);
    if (message.type === 'ready' && this.#document) this.#document.isReady = true;
    return !('id' in message) || this.#calls.get(message.id)?.(message) === true;
  }

  #takeState({ state, turn }: FrameMessageOf<'state'>): boolean {
    if (turn !== undefined && (turn > this.#turn || turn <= this.#answeredTurn)) return false;
    if (turn !== undefined) this.#answeredTurn = turn;
    if (!(this.#isStale &&= state.isTyped)) this.#state = state;
    return true;
  }

  /** The first word of a document: the one before it, and what was handed over before, are gone. */
  #greet(from: FrameDocument, hello: FrameMessageOf<'hello'>): boolean {
    if (!this.#protocols.includes(hello.protocol)) {
      const words = `The frame speaks protocol ${hello.protocol}, this page ${this.#protocols.join(' and ')}`;
      this.#fail(new CheckoutError('invalid-config', `${words}: bring frame-url and this page's Balcão to versions next to each other.`));
      return true;
    }
    const index = this.#waiting.indexOf(from);
    for (const each of this.#waiting.slice(0, index)) this.#drop(each);
    this.#waiting = this.#waiting.slice(index + 1);
    this.#leaveDocument();
    this.#cancelTimer?.();
    this.#fault = undefined;
    this.#document = from;
    from.hello = hello;
    for (const message of [this.#form, this.#look]) if (message) from.send(message);
    this.#changes.emit();
    this.#news.emit(hello);
    return true;
  }

  #leaveDocument(): void {
    if (!this.#document) return;
    this.#drop(this.#document);
    this.#document = undefined;
    this.#state = EMPTY_CARD;
    this.#isStale = false;
    this.#answeredTurn = this.#turn;
    this.#news.emit({ type: 'dead' });
  }

  #drop(gone: FrameDocument): void {
    this.#droppedCount += gone.droppedCount;
    gone.close();
  }
}
