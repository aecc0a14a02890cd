import type { CardState } from '../../channel/card-state.js';
import { Channel } from '../../channel/channel.js';
import { frameMessageSchema, type FrameMessage, type FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessage, PageMessageOf } from '../../channel/page-message.js';
import { listProtocols, type Handover } from '../../channel/handover.js';
import { systemClock } from '../../client/system-clock.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { Listeners } from '../../flow/listeners.js';
import { shareInPage } from '../page/page-registry.js';
import { parseFrameUrl } from '../settings/frame-url.js';

/** The state of a card before the frame has sent any. */
export const EMPTY_CARD: CardState = {
  brand: 'unknown',
  hasNumber: false,
  isTyped: false,
  wrong: [
    { field: 'number', key: 'numberEmpty' },
    { field: 'holderName', key: 'holderEmpty' },
    { field: 'expirationDate', key: 'expirationEmpty' },
    { field: 'securityCode', key: 'codeEmpty' },
  ],
  marked: [],
};

/** The longest that the first message of a frame may take after its first document has loaded, ms. */
const HELLO_LIMIT_MS = 15_000;

/** The longest that a frame's first document may take to load, ms. */
const LOAD_LIMIT_MS = 30_000;

/** The longest that the answer to `check` may take, ms. */
const CHECK_LIMIT_MS = 5000;

/** An event of a link: a message of the frame, or that a document of it is gone, with all that ran in it. */
export type FrameEvent = FrameMessage | { readonly type: 'dead' };

/** A message of the page about the form; calls go through `FramedClient`. */
export type FormMessage = PageMessageOf<'look' | 'form' | 'mark' | 'focus' | 'clear'>;

/** The options of a link, beside its frame. */
export interface FrameLinkOptions {
  /** Time; the device's by default. */
  clock?: Clock;
  /** Hands a port over; by default to the window of the frame, at the origin of its address. */
  handOver?: (message: Handover, port: MessagePort) => void;
  /** The protocols that this page speaks; by default those of this build. */
  protocols?: readonly number[];
}

/** A document of a frame, from the moment in which it was handed a port. */
class FrameDocument extends Channel<FrameMessage, PageMessage> {
  /** Its first message, once it has come. */
  hello: FrameMessageOf<'hello'> | undefined;
  /** Set once it has everything that a payment needs. */
  isReady = false;
}

/**
 * The page's end of the channel to a frame of card fields. Hands a new port over at each `load` of the frame: the first one on which the frame
 * sends `hello` is the one that counts, and a `hello` on a later one means that the document before is gone. A message out of turn is dropped.
 */
export class FrameLink {
  /** The address of the frame, as it names the frame among those of the page. */
  readonly frameUrl: string;
  readonly #iframe: HTMLIFrameElement;
  readonly #clock: Clock;
  readonly #handOver: (message: Handover, port: MessagePort) => void;
  readonly #protocols: readonly number[];
  readonly #events = new Listeners<FrameEvent>();
  /** Emits after each change of what `ready()` and `check()` wait for. */
  readonly #changes = new Listeners<void>();
  /** The handlers of messages that name a call, by its name. */
  readonly #calls = new Map<string, (message: FrameMessage) => boolean>();
  #lastWork: Promise<unknown> = Promise.resolve();
  /** Documents that were handed a port, oldest first, and have not sent `hello`. */
  #waiting: FrameDocument[] = [];
  #document: FrameDocument | undefined;
  #state: CardState = EMPTY_CARD;
  #look: FormMessage | undefined;
  #form: FormMessage | undefined;
  #fault: CheckoutError | undefined;
  #turn = 0;
  /** The last turn that was answered. */
  #answeredTurn = 0;
  /** Set until the frame reports that its fields are empty: until then it reports a card that it has yet to empty, which waits while somebody types. */
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

  /** The first message of the frame, once it has come: its version, and the service that it is for. */
  get hello(): FrameMessageOf<'hello'> | undefined {
    return this.#document?.hello;
  }

  /** The state of the card; that of an empty one until the frame reports another. */
  get state(): CardState {
    return this.#state;
  }

  /** True once everything that a payment needs is in the frame. */
  get isReady(): boolean {
    return this.#document?.isReady === true;
  }

  /** True while the link is open: a card form that is taken out of the page closes it. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The number of messages of the frame that were dropped. */
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

  /** Sends and receives nothing from now on: for the calls in the frame, its document is gone. */
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

  /** Sends a message about the form. A new document of the frame gets the last `look` and the last `form` at once. */
  send(message: FormMessage): void {
    if (message.type === 'look') this.#look = message;
    if (message.type === 'form') this.#form = message;
    this.#document?.send(message);
    if (message.type !== 'clear' || message.what !== 'all') return;
    this.#state = EMPTY_CARD;
    this.#isStale = true;
    this.#sendCheck();
  }

  /** Calls `listener` with each message of the frame that is in turn. Returns a function that unsubscribes. */
  subscribe(listener: (event: FrameEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** Settles once the frame has sent `hello`. Rejects as `ready()` does. */
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
    const turn = this.#sendCheck();
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

  /** Calls `handle` with the messages that name this call: it returns whether they are in turn. Returns a function that ends that. */
  follow(id: string, handle: (message: FrameMessage) => boolean): () => void {
    this.#calls.set(id, handle);
    return () => void this.#calls.delete(id);
  }

  /** Does work in the frame once what was begun there before is done: a frame takes one call at a time. */
  queue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#lastWork.then(work);
    this.#lastWork = run.catch(() => undefined);
    return run;
  }

  readonly #handleLoad = (): void => {
    if (!this.hello) this.#awaitHello(HELLO_LIMIT_MS);
    const { port1, port2 } = new MessageChannel();
    const opened: FrameDocument = new FrameDocument({
      port: port1,
      schema: frameMessageSchema(),
      handle: (message) => this.#handle(opened, message),
    });
    this.#waiting.push(opened);
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
      const settle = (): void => {
        if (this.#fault) reject(this.#fault);
        else if (isThere()) resolve();
        else return;
        stop();
      };
      const stop = this.#changes.subscribe(settle);
      settle();
    });
  }

  #sendCheck(): number {
    this.#turn += 1;
    this.#document?.send({ type: 'check', turn: this.#turn });
    return this.#turn;
  }

  /** Returns whether a message is in turn. */
  #handle(from: FrameDocument, message: FrameMessage): boolean {
    if (from !== this.#document) {
      if (message.type === 'hello') return this.#handleHello(from, message);
      // A frame that lacks a part sends this in place of its first message.
      const isBroken = message.type === 'fault' && !this.#document;
      if (isBroken) this.#fail(createLostError());
      return isBroken;
    }
    if (!this.#apply(message)) return false;
    this.#changes.emit();
    this.#events.emit(message);
    return true;
  }

  #apply(message: FrameMessage): boolean {
    if (message.type === 'hello') return false;
    if (message.type === 'state') return this.#applyState(message);
    if (message.type === 'ready' && this.#document) this.#document.isReady = true;
    return !('id' in message) || this.#calls.get(message.id)?.(message) === true;
  }

  #applyState({ state, turn }: FrameMessageOf<'state'>): boolean {
    if (turn !== undefined && (turn > this.#turn || turn <= this.#answeredTurn)) return false;
    if (turn !== undefined) this.#answeredTurn = turn;
    if (!(this.#isStale &&= state.isTyped)) this.#state = state;
    return true;
  }

  /** After the first message of a document, the one before it and the ports that were handed over before are gone. */
  #handleHello(from: FrameDocument, hello: FrameMessageOf<'hello'>): boolean {
    if (!this.#protocols.includes(hello.protocol)) {
      const mismatch = `The frame speaks protocol ${hello.protocol}, this page ${this.#protocols.join(' and ')}`;
      this.#fail(
        new CheckoutError('invalid-config', `${mismatch}: bring frame-url and this page's Balcão to versions next to each other.`),
      );
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
    this.#events.emit(hello);
    return true;
  }

  #leaveDocument(): void {
    if (!this.#document) return;
    this.#drop(this.#document);
    this.#document = undefined;
    this.#state = EMPTY_CARD;
    this.#isStale = false;
    this.#answeredTurn = this.#turn;
    this.#events.emit({ type: 'dead' });
  }

  #drop(gone: FrameDocument): void {
    this.#droppedCount += gone.droppedCount;
    gone.close();
  }
}

/** The error of a frame that cannot be spoken to. */
function createLostError(): CheckoutError {
  return new CheckoutError('network', 'The frame of the card fields has not come, or it is silent.');
}

/** The links of a page to frames of card fields. */
class PageFrames {
  readonly #links = new Set<FrameLink>();
  readonly #changes = new Listeners<void>();

  add(link: FrameLink): void {
    this.#links.add(link);
    this.#changes.emit();
  }

  remove(link: FrameLink): void {
    this.#links.delete(link);
    this.#changes.emit();
  }

  /** Finds a link to the frame of this address: one whose frame has sent `hello` where there is one. */
  find(frameUrl: string): FrameLink | undefined {
    const links = [...this.#links].filter((link) => link.frameUrl === frameUrl);
    return links.find(({ hello }) => hello) ?? links[0];
  }

  /** Calls `listener` whenever a link is added or removed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }
}

/** The links of this page. */
export const pageFrames = shareInPage('frames', () => new PageFrames());
