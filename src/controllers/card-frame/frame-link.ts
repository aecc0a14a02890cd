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
import { explainSilence } from '../page/frame-problems.js';
import { logOnce } from '../page/log-once.js';
import { shareInPage } from '../page/page-registry.js';
import { requireFrameUrl } from '../settings/frame-url-check.js';

/** The state of a card before the frame has sent one. */
export const EMPTY_CARD: CardState = {
  brand: 'unknown',
  hasNumber: false,
  isTyped: false,
  wrong: [
    { field: 'number', key: 'numberEmpty' },
    { field: 'expirationDate', key: 'expirationEmpty' },
    { field: 'securityCode', key: 'codeEmpty' },
    { field: 'holderName', key: 'holderEmpty' },
  ],
  marked: [],
};

/** The time limit for the first message of a frame after its first document has loaded, ms. */
const HELLO_LIMIT_MS = 15_000;

/** The time limit for loading a frame's first document, ms. */
const LOAD_LIMIT_MS = 30_000;

/** The time limit for the response to `check`, ms. */
const CHECK_LIMIT_MS = 5000;

/** The end of a sentence about a frame whose first message was dropped. */
const UNKNOWN_MESSAGE =
  "began with a message that this page does not know. Is it the frame's page? If so, bring it and this page's Balcão to versions next to each other.";

/** An event of a link: a message of the frame, or `dead` when a document of the frame is gone, with everything that ran in it. */
export type FrameEvent = FrameMessage | { readonly type: 'dead' };

/** A message of the page about the form. Calls are sent by `FramedClient`. */
export type FormMessage = PageMessageOf<'look' | 'form' | 'mark' | 'focus' | 'clear'>;

/** The options of a link. */
export interface FrameLinkOptions {
  /** The clock; by default the device's. */
  clock?: Clock;
  /** Hands a port over; by default to the window of the frame, restricted to the origin of the frame's address. */
  handOver?: (message: Handover, port: MessagePort) => void;
  /** The protocols that this page supports; by default those of this build. */
  protocols?: readonly number[];
}

/** A document of a frame, from the moment when a port was handed to it. */
class FrameDocument extends Channel<FrameMessage, PageMessage> {
  /** The document's first message; `undefined` until it arrives. */
  hello: FrameMessageOf<'hello'> | undefined;
  /** True when the document has loaded everything that a payment needs. */
  isReady = false;
}

/**
 * The page's end of the channel to a frame of card fields. Hands a new port over at each `load` of the frame. The first port on which the
 * frame sends `hello` is used. A `hello` on a later port means that the earlier document is gone. Unexpected messages are dropped.
 */
export class FrameLink {
  /** The address of the frame, by which `pageFrames` finds the link. */
  readonly frameUrl: string;
  readonly #iframe: HTMLIFrameElement;
  readonly #clock: Clock;
  readonly #handOver: (message: Handover, port: MessagePort) => void;
  readonly #protocols: readonly number[];
  readonly #events = new Listeners<FrameEvent>();
  /** Emits after each change that `ready()`, `meet()` or `check()` may be waiting for. */
  readonly #changes = new Listeners<void>();
  /** The handlers of a call's messages, by the identifier of the call. */
  readonly #calls = new Map<string, (message: FrameMessage) => boolean>();
  #lastWork: Promise<unknown> = Promise.resolve();
  /** The documents that have a port and have not sent `hello`, oldest first. */
  #waiting: FrameDocument[] = [];
  #document: FrameDocument | undefined;
  #state: CardState = EMPTY_CARD;
  #look: FormMessage | undefined;
  #form: FormMessage | undefined;
  #fault: CheckoutError | undefined;
  #turn = 0;
  /** The last `turn` to which the frame has responded. */
  #answeredTurn = 0;
  /**
   * True after `clear`, until the frame reports that its fields are empty. The frame delays clearing while the shopper is typing. Until
   * then it reports the former card, which is ignored.
   */
  #isStale = false;
  #droppedCount = 0;
  #cancelTimer: (() => void) | undefined;
  #isConnected = false;

  /** Throws `invalid-config` if the address cannot be used. */
  constructor(iframe: HTMLIFrameElement, frameUrl: string, options: FrameLinkOptions = {}) {
    const { href, origin } = requireFrameUrl(frameUrl);
    this.frameUrl = href;
    this.#iframe = iframe;
    this.#clock = options.clock ?? systemClock;
    this.#protocols = options.protocols ?? listProtocols();
    this.#handOver = options.handOver ?? ((message, port) => iframe.contentWindow?.postMessage(message, origin, [port]));
  }

  /** The first message of the frame, with its version and its service; `undefined` until it arrives. */
  get hello(): FrameMessageOf<'hello'> | undefined {
    return this.#document?.hello;
  }

  /** The state of the card; the state of an empty card until the frame reports another. */
  get state(): CardState {
    return this.#state;
  }

  /** True when the frame has loaded everything that a payment needs. */
  get isReady(): boolean {
    return this.#document?.isReady === true;
  }

  /** True while the link is open. A card form that leaves the page closes its link. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The number of messages of the frame that were dropped. */
  get droppedCount(): number {
    return [this.#document, ...this.#waiting].reduce((sum, each) => sum + (each?.droppedCount ?? 0), this.#droppedCount);
  }

  /** Opens the link. Hands a port over at each `load` of the frame, and immediately if the frame has already loaded. */
  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    pageFrames.add(this);
    this.#iframe.addEventListener('load', this.#handleLoad);
    this.#awaitHello(LOAD_LIMIT_MS);
    // A frame first has an empty document of the page's own origin. Nothing in that document would receive the port.
    if (!this.#iframe.contentDocument) this.#handleLoad();
  }

  /** Closes the link. Nothing is sent or received any more. For the calls in the frame, its document is gone. */
  close(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    pageFrames.remove(this);
    this.#iframe.removeEventListener('load', this.#handleLoad);
    this.#cancelTimer?.();
    for (const each of this.#waiting) this.#drop(each);
    this.#waiting = [];
    this.#leaveDocument();
    this.#fault = this.#createLostError();
    this.#changes.emit();
  }

  /** Sends a message about the form. A new document of the frame immediately receives the last `look` and the last `form`. */
  send(message: FormMessage): void {
    if (message.type === 'look') this.#look = message;
    if (message.type === 'form') this.#form = message;
    this.#document?.send(message);
    if (message.type !== 'clear' || message.what !== 'all') return;
    this.#state = EMPTY_CARD;
    this.#isStale = true;
    this.#sendCheck();
  }

  /** Calls `listener` with each expected message of the frame. Returns a function that unsubscribes. */
  subscribe(listener: (event: FrameEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** Settles when the frame has sent `hello`. Rejects as `ready()` does. */
  async meet(): Promise<FrameMessageOf<'hello'>> {
    this.#retry();
    await this.#until(() => this.hello !== undefined);
    if (!this.hello) throw this.#createLostError();
    return this.hello;
  }

  /**
   * Settles when the frame has loaded everything that a payment needs. Rejects with `network` if the frame does not load; the next call
   * then tries again. Rejects with `invalid-config` if this page does not support the frame's protocol.
   */
  async ready(): Promise<void> {
    this.#retry();
    await this.#until(() => this.isReady);
  }

  /**
   * Loads the frame anew, with everything that ran in it gone. A frame that is inserted always loads; one whose `src` is set to the address
   * that it has, with a fragment, does not.
   */
  reload(): void {
    const { parentNode, nextSibling } = this.#iframe;
    this.#leaveDocument();
    this.#fault = undefined;
    this.#awaitHello(LOAD_LIMIT_MS);
    parentNode?.insertBefore(this.#iframe, nextSibling);
  }

  /** Requests the state of the card, and settles when `state` is up to date. Rejects with `network` if the frame does not respond. */
  check(): Promise<void> {
    const turn = this.#sendCheck();
    return withTimeLimit(
      this.#until(() => this.#answeredTurn >= turn),
      this.#clock,
      CHECK_LIMIT_MS,
      () => this.#createLostError(),
    );
  }

  /** Sends the message of a call. Returns false if no document of the frame is connected. */
  post(message: PageMessage): boolean {
    this.#document?.send(message);
    return this.#document !== undefined;
  }

  /**
   * Calls `handle` with the messages of this call. `handle` returns whether a message is expected. Returns a function that unsubscribes.
   */
  follow(id: string, handle: (message: FrameMessage) => boolean): () => void {
    this.#calls.set(id, handle);
    return () => void this.#calls.delete(id);
  }

  /** Runs work in the frame after the earlier work in it has ended, since a frame handles one call at a time. */
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
      dropped: () => opened.hello || logOnce('warn', `The frame at ${this.frameUrl} ${UNKNOWN_MESSAGE}`),
    });
    this.#waiting.push(opened);
    this.#handOver({ balcao: 'card-fields', protocols: this.#protocols }, port2);
  };

  #awaitHello(limitMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.schedule(() => this.#fail(this.#createLostError()), limitMs);
  }

  /** Reloads a frame that did not load. */
  #retry(): void {
    if (this.#fault?.code === 'network' && this.#isConnected) this.reload();
  }

  #fail(fault: CheckoutError): void {
    this.#cancelTimer?.();
    this.#fault = fault;
    this.#changes.emit();
  }

  /** Settles when `isThere` returns true. Rejects with the fault that prevents it. */
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

  /** Handles a message of a document. Returns whether the message is expected now. */
  #handle(from: FrameDocument, message: FrameMessage): boolean {
    if (from !== this.#document) {
      if (message.type === 'hello') return this.#handleHello(from, message);
      // A frame that could not load a part sends this instead of its first message.
      const isBroken = message.type === 'fault' && !this.#document;
      if (isBroken) this.#fail(this.#createLostError());
      return isBroken;
    }
    if (!this.#apply(message)) return false;
    this.#changes.emit();
    this.#events.emit(message);
    return true;
  }

  /** Applies a message of the current document. Returns whether the message is expected now. */
  #apply(message: FrameMessage): boolean {
    if (message.type === 'hello') return false;
    if (message.type === 'state') return this.#applyState(message);
    if (message.type === 'ready' && this.#document) this.#document.isReady = true;
    return !('id' in message) || this.#calls.get(message.id)?.(message) === true;
  }

  /** Applies the state of the card. With a `turn`, the state is the response to a `check`. */
  #applyState({ state, turn }: FrameMessageOf<'state'>): boolean {
    if (turn !== undefined && (turn > this.#turn || turn <= this.#answeredTurn)) return false;
    if (turn !== undefined) this.#answeredTurn = turn;
    if (!(this.#isStale &&= state.isTyped)) this.#state = state;
    return true;
  }

  /** Handles the first message of a document. The earlier document, and all ports that were handed over before, are gone then. */
  #handleHello(from: FrameDocument, hello: FrameMessageOf<'hello'>): boolean {
    from.hello = hello;
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
    for (const message of [this.#form, this.#look]) if (message) from.send(message);
    this.#changes.emit();
    this.#events.emit(hello);
    return true;
  }

  /** Creates the error for a frame that did not load or does not respond. */
  #createLostError(): CheckoutError {
    return new CheckoutError('network', explainSilence(this.frameUrl));
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

  /** Finds a link to the frame of this address, preferably one whose frame has sent `hello`. */
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
