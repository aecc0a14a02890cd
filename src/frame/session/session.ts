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
  #toldState = '';
  #isHeightReported = false;

  /** Throws `invalid-config` for a config that cannot be used. To be started at once: what the page has said by then waits. */
  constructor({ fields, config, port, clock = systemClock }: SessionOptions) {
    this.#fields = fields;
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
    reportFocus(this.#fields, this.#send);
    this.#tellState();
    this.#send({ type: 'ready' });
  }

  readonly #send = (message: FrameMessage): void => {
    this.#channel.send(guardOutgoing(message, [...this.#fields.typedTexts, ...this.#calls.sentTexts]));
  };

  /** Returns whether a message is in turn. */
  #handle(message: PageMessage): boolean {
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
  };

  #handleSubmit(): void {
    this.#send({ type: 'submit' });
  }

  async #inspect(id: string): Promise<void> {
    const { inspectFrame } = await import('./inspection.js');
    const found = await inspectFrame();
    this.#send({ type: 'inspection', id, ...found, droppedCount: this.droppedCount });
  }
}
