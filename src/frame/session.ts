import { Channel } from '../channel/channel.js';
import type { FrameMessage } from '../channel/frame-message.js';
import { PROTOCOL } from '../channel/handover.js';
import type { Look } from '../channel/look-schema.js';
import { pageMessageSchema, type PageMessage, type PageMessageOf } from '../channel/page-message.js';
import { systemClock } from '../client/system-clock.js';
import { CARD_FIELDS } from '../controllers/card/card-field.js';
import { CardFieldsController } from '../controllers/card/card-fields-controller.js';
import { addPortuguese } from '../controllers/page/localize-controller.js';
import type { Clock } from '../domain/clock.js';
import { presentFields } from '../domain/present-fields.js';
import { VERSION } from '../domain/version.js';
import { numberMarksStyles, renderNumberMarks } from '../elements/card-form/number-marks.js';
import { addStyles } from '../controllers/page/adopted-styles.js';
import { lateThemeStyles } from '../elements/shared/styles/late-theme.styles.js';
import { motionStyles } from '../elements/shared/styles/motion.styles.js';
import { loadTexts } from '../i18n/language.js';
import { ptBr } from '../i18n/pt-br.js';
import { CardCalls } from './card-calls.js';
import type { CardFields } from './card-fields.js';
import type { FrameConfig } from './config.js';
import { FrameService } from './frame-service.js';
import { guardOutgoing } from './outgoing.js';

/** Font families that must not be quoted: keywords of CSS, and names that a browser only knows without quotes. */
const BARE_FAMILIES =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|-apple-system|BlinkMacSystemFont)$/;

/** The greatest height that is sent to a page, CSS pixels. */
const MAX_HEIGHT = 5000;

/** The time without typing after which the shopper counts as idle, ms. */
const IDLE_MS = 2000;

/** Adds the lazy-loaded texts, styles and code to the fields. */
export function completeFields(fields: CardFields): void {
  addPortuguese(ptBr);
  addStyles(fields.shadowRoot, lateThemeStyles, motionStyles, numberMarksStyles);
  fields.complete({ CardFieldsController, renderNumberMarks });
}

/** The parts of a session. */
export interface SessionOptions {
  fields: CardFields;
  config: FrameConfig;
  port: MessagePort;
  /** The clock; the device's by default. */
  clock?: Clock;
}

/** The frame's end of the channel to the page around it. */
export class Session {
  readonly #fields: CardFields;
  readonly #service: FrameService;
  readonly #channel: Channel<PageMessage, FrameMessage>;
  readonly #calls: CardCalls;
  readonly #clock: Clock;
  /** The messages that would change the fields while the shopper types, by kind. They are applied once the shopper is idle. */
  readonly #deferred = new Map<string, PageMessage>();
  /** Cancels the wait for the end of the typing; set while the shopper types. */
  #cancelIdleTimer: (() => void) | undefined;
  /** The last state that was sent, as JSON. */
  #sentState = '';
  #isHeightReported = false;

  /** Throws `invalid-config` if the config cannot be used. Call {@link start} at once: the channel already receives the page's messages. */
  constructor({ fields, config, port, clock = systemClock }: SessionOptions) {
    this.#fields = fields;
    this.#clock = clock;
    this.#service = new FrameService(config, clock);
    this.#calls = new CardCalls({ fields, service: this.#service, clock, send: this.#send });
    this.#channel = new Channel({ port, schema: pageMessageSchema(), handle: (message) => this.#handle(message) });
  }

  /** The number of messages from the page that were dropped. */
  get droppedCount(): number {
    return this.#channel.droppedCount;
  }

  /** Sends the first messages. From now on, sends what happens in the fields. */
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
    this.#fields.watch({ changed: () => this.#sendState(), submitted: () => this.#handleSubmit() });
    this.#fields.shadowRoot?.addEventListener('input', this.#handleInput);
    this.#fields.shadowRoot?.addEventListener('paste', this.#handleInput);
    this.#fields.shadowRoot?.addEventListener('focusout', () => this.#applyDeferred(true));
    this.#reportFocus();
    this.#sendState();
    this.#send({ type: 'ready' });
  }

  /** Sends a message to the page, without digits of cards. */
  readonly #send = (message: FrameMessage): void => {
    this.#channel.send(guardOutgoing(message, [...this.#fields.typedTexts, ...this.#calls.sentTexts]));
  };

  /** Handles a message of the page, or defers it while the shopper types. Returns whether the message was in turn. */
  #handle(message: PageMessage): boolean {
    const { type } = message;
    const isForm = type === 'form';
    // Otherwise a page could find out the digits: by emptying, leaving or locking the fields between two keys, and comparing the states.
    const isDisturbing = isForm ? message.isBusy || message.isDisabled : type === 'clear' || type === 'focus';
    const kind = type === 'clear' ? message.what : type;
    if (isDisturbing && this.#cancelIdleTimer) {
      this.#deferred.set(kind, message);
      return true;
    }
    if (isForm) this.#deferred.delete(kind);
    switch (message.type) {
      case 'look':
        applyLook(this.#fields, message.look);
        this.#reportHeight();
        return true;
      case 'form':
        this.#applyForm(message);
        return true;
      case 'check':
        this.#sendState(message.turn);
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
        this.#sendState();
        return true;
      case 'inspect':
        this.#inspect(message.id).catch(() => this.#send({ type: 'fault', code: 'part-missing' }));
        return true;
      default:
        return this.#calls.handle(message);
    }
  }

  /**
   * Sends the height, and each change of it. Called with the first look: an earlier height would be wrong, and would move the page's
   * content.
   */
  #reportHeight(): void {
    if (this.#isHeightReported) return;
    this.#isHeightReported = true;
    const observer = new ResizeObserver(() => {
      this.#send({ type: 'height', height: Math.min(MAX_HEIGHT, this.#fields.getBoundingClientRect().height) });
    });
    observer.observe(this.#fields, { box: 'border-box' });
  }

  /** Sends the name of the field that has the focus, now and at each change. */
  #reportFocus(): void {
    const { shadowRoot } = this.#fields;
    let sent: string | null = null;
    const report = (control: EventTarget | null | undefined): void => {
      const field = CARD_FIELDS.find((each) => control instanceof HTMLInputElement && control.name === each) ?? null;
      if (field === sent) return;
      sent = field;
      this.#send({ type: 'focus', field });
    };
    shadowRoot?.addEventListener('focusin', ({ target }) => report(target));
    shadowRoot?.addEventListener('focusout', (event) => report(event instanceof FocusEvent ? event.relatedTarget : null));
    report(shadowRoot?.activeElement);
  }

  #applyForm({ language, type: _type, ...form }: PageMessageOf<'form'>): void {
    // The texts follow the language of the document.
    document.documentElement.lang = language;
    this.#fields.applyForm(form);
    if (language !== 'pt-BR') loadTexts(language).catch(() => this.#send({ type: 'fault', code: 'text-missing' }));
  }

  /** Sends the state of the card. Without a `turn`, which makes it the response to a `check`, sends it only if it has changed. */
  #sendState(turn?: number): void {
    const { state } = this.#fields;
    const text = JSON.stringify(state);
    if (turn === undefined && text === this.#sentState) return;
    this.#sentState = text;
    this.#send({ type: 'state', state, ...presentFields({ turn }) });
  }

  readonly #handleInput = (event: Event): void => {
    this.#calls.handleInput(event);
    this.#sendState();
    if (!event.isTrusted) return;
    this.#cancelIdleTimer?.();
    this.#cancelIdleTimer = this.#clock.schedule(() => this.#applyDeferred(), IDLE_MS);
  };

  /** Applies the deferred messages. `hasLeft` is true if the shopper has left a field: a deferred `focus` is then dropped. */
  #applyDeferred(hasLeft = false): void {
    this.#cancelIdleTimer?.();
    this.#cancelIdleTimer = undefined;
    const messages = [...this.#deferred.values()];
    this.#deferred.clear();
    for (const message of messages) if (!hasLeft || message.type !== 'focus') this.#handle(message);
  }

  #handleSubmit(): void {
    this.#applyDeferred();
    this.#send({ type: 'submit' });
  }

  async #inspect(id: string): Promise<void> {
    const { inspectFrame } = await import('./inspection.js');
    const found = await inspectFrame();
    this.#send({ type: 'inspection', id, ...found, droppedCount: this.droppedCount });
  }
}

/**
 * Applies the look of the page to the fields. A look is a set of token values, each checked by the schema of the channel, and never CSS
 * text.
 */
function applyLook({ style }: HTMLElement, { scheme, colors, lengths, fonts }: Look): void {
  const tokens = {
    '--balcao-text': colors.text,
    '--balcao-muted': colors.muted,
    '--balcao-field': colors.field,
    '--balcao-field-text': colors.fieldText,
    '--balcao-border': colors.border,
    '--balcao-focus': colors.focus,
    '--balcao-error': colors.error,
    '--balcao-font-size': `${lengths.fontSize}px`,
    '--balcao-gap': `${lengths.gap}px`,
    '--balcao-radius': `${lengths.radius}px`,
    '--balcao-control-height': `${lengths.controlHeight}px`,
    '--balcao-font': fonts.map((family) => (BARE_FAMILIES.test(family) ? family : `"${family}"`)).join(', '),
  };
  for (const [token, value] of Object.entries(tokens)) style.setProperty(token, value);
  document.documentElement.style.colorScheme = scheme;
}
