import { Channel } from '../../channel/channel.js';
import type { FrameMessage } from '../../channel/frame-message.js';
import { pageMessageSchema, type PageMessage, type PageMessageOf } from '../../channel/page-message.js';
import { PROTOCOL } from '../../channel/protocol.js';
import { systemClock } from '../../client/system-clock.js';
import type { Clock } from '../../domain/clock.js';
import { presentFields } from '../../domain/present-fields.js';
import { VERSION } from '../../domain/version.js';
import { loadTexts } from '../../i18n/language.js';
import type { FrameConfig } from '../config.js';
import type { CardFields } from '../fields/card-fields.js';
import { CardCalls } from './card-calls.js';
import { applyLook } from './look.js';
import { guardOutgoing } from './outgoing-guard.js';
import { reportFocus, reportHeight } from './reports.js';
import { ServiceCalls } from './service-calls.js';

/** How long nothing is typed before an entry rests, ms. */
const REST_MS = 2000;

/** What a session is made of. */
export interface SessionOptions {
  fields: CardFields;
  config: FrameConfig;
  port: MessagePort;
  /** Time; the device's by default. */
  clock?: Clock;
}

/** What a frame and the page around it say to each other, from the frame's end. */
export class Session {
  readonly #fields: CardFields;
  readonly #service: ServiceCalls;
  readonly #channel: Channel<PageMessage, FrameMessage>;
  readonly #calls: CardCalls;
  readonly #clock: Clock;
  /** What the page wants done to the fields, by kind, until the entry rests. */
  readonly #putOff = new Map<string, PageMessage>();
  /** Cancels the wait for that. There is one while somebody types. */
  #cancelRest: (() => void) | undefined;
  #toldState = '';
  #isHeightReported = false;

  /** Throws `invalid-config` for a config that cannot be used. To be started at once: what the page has said by then waits. */
  constructor({ fields, config, port, clock = systemClock }: SessionOptions) {
    this.#fields = fields;
    this.#clock = clock;
    this.#service = new ServiceCalls(config, clock);
    this.#calls = new CardCalls({ fields, service: this.#service, clock, send: this.#send });
    this.#channel = new Channel({ port, schema: pageMessageSchema(), handle: (message) => this.#handle(message) });
  }

  /** How many messages of the page were dropped. */
  get droppedCount(): number {
    return this.#channel.droppedCount;
  }

  /** Says the first words, and tells of the fields from now on. */
  start(): void {
    const { baseUrl, profile } = this.#service;
    const { environment, timeLimits } = profile;
    this.#send({
      type: 'hello',
      protocol: PROTOCOL,
      build: VERSION,
      service: baseUrl.href,
      ...presentFields({ environment }),
      timeLimits,
    });
    this.#fields.watch({ changed: () => this.#tellState(), submitted: () => this.#handleSubmit() });
    this.#fields.shadowRoot?.addEventListener('input', this.#handleInput);
    this.#fields.shadowRoot?.addEventListener('paste', this.#handleInput);
    this.#fields.shadowRoot?.addEventListener('focusout', () => this.#rest(true));
    reportFocus(this.#fields, this.#send);
    this.#tellState();
    this.#send({ type: 'ready' });
  }

  readonly #send = (message: FrameMessage): void => {
    this.#channel.send(guardOutgoing(message, [...this.#fields.typedTexts, ...this.#calls.sentTexts]));
  };

  /** Returns whether a message is in turn. */
  #handle(message: PageMessage): boolean {
    const { type } = message;
    const isForm = type === 'form';
    // A page that emptied, left or locked the fields after some keys, and saw the state after the next ones, would tell the digits apart.
    const isDisturbing = isForm ? message.isBusy || message.isDisabled : type === 'clear' || type === 'focus';
    const kind = type === 'clear' ? message.what : type;
    if (isDisturbing && this.#cancelRest) {
      this.#putOff.set(kind, message);
      return true;
    }
    if (isForm) this.#putOff.delete(kind);
    switch (message.type) {
      case 'look':
        applyLook(this.#fields, message.look);
        this.#reportHeight();
        return true;
      case 'form':
        this.#applyForm(message);
        return true;
      case 'check':
        this.#tellState(message.turn);
        return true;
      case 'mark':
        this.#fields.mark();
        return true;
      case 'focus':
        void this.#fields.focusField(message.field);
        return true;
      case 'clear':
        if (message.what === 'all') this.#calls.clear();
        this.#fields.clear(message.what);
        this.#tellState();
        return true;
      case 'inspect':
        this.#inspect(message.id).catch(() => this.#send({ type: 'fault', code: 'part-missing' }));
        return true;
      default:
        return this.#calls.handle(message);
    }
  }

  /** From the first look on: the height before it is that of a look which the page does not have, and would move what stands below. */
  #reportHeight(): void {
    if (!this.#isHeightReported) reportHeight(this.#fields, this.#send);
    this.#isHeightReported = true;
  }

  #applyForm({ language, type: _type, ...form }: PageMessageOf<'form'>): void {
    // What draws the words follows the language of the document.
    document.documentElement.lang = language;
    this.#fields.applyForm(form);
    if (language !== 'pt-BR') loadTexts(language).catch(() => this.#send({ type: 'fault', code: 'text-missing' }));
  }

  /** By an answer always; else only where something is new. */
  #tellState(turn?: number): void {
    const { state } = this.#fields;
    const text = JSON.stringify(state);
    if (turn === undefined && text === this.#toldState) return;
    this.#toldState = text;
    this.#send({ type: 'state', state, ...presentFields({ turn }) });
  }

  readonly #handleInput = (event: Event): void => {
    this.#calls.handleInput(event);
    this.#tellState();
    if (!event.isTrusted) return;
    this.#cancelRest?.();
    this.#cancelRest = this.#clock.schedule(() => this.#rest(), REST_MS);
  };

  /** Does what was put off. A shopper who has left a field by then is not led to another one. */
  #rest(hasLeft = false): void {
    this.#cancelRest?.();
    this.#cancelRest = undefined;
    const messages = [...this.#putOff.values()];
    this.#putOff.clear();
    for (const message of messages) if (!hasLeft || message.type !== 'focus') this.#handle(message);
  }

  #handleSubmit(): void {
    this.#rest();
    this.#send({ type: 'submit' });
  }

  async #inspect(id: string): Promise<void> {
    const { inspectFrame } = await import('./inspection.js');
    const found = await inspectFrame();
    this.#send({ type: 'inspection', id, ...found, droppedCount: this.droppedCount });
  }
}
