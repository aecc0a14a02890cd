import type { ReactiveController } from 'lit';
import type { FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessageOf } from '../../channel/page-message.js';
import { shopTextSchema, textKeySchema } from '../../channel/text-schemas.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { listAcceptedBrands } from '../../domain/card/accepted-brands.js';
import type { CardField } from '../card/card-field.js';
import { isEnter } from '../card/enter-key.js';
import type { FramedForm, FramedFormOptions, FramedHost, FrameFollower } from '../card/framed-form.js';
import { isKeyboardEvent } from '../page/event-kinds.js';
import { setFramedFocus } from '../page/field-focus.js';
import { findFocus, isFocusLost } from '../page/find-focus.js';
import { reportFrameProblem } from '../page/frame-problems.js';
import { FrameLink, type FrameEvent } from './frame-link.js';
import { FrameLook } from './frame-look.js';
import { FramedFields } from './framed-fields.js';

/** The messages for the shop's developer about a fault of the frame. */
const FAULTS = {
  'part-missing': 'A part of the frame of the card fields could not be loaded.',
  'text-missing': 'The words of the frame of the card fields could not be loaded; Portuguese is shown.',
  internal: 'Something in the frame of the card fields went wrong: its console says more.',
} as const satisfies Record<FrameMessageOf<'fault'>['code'], string>;

/** The frames that the shop gave no title. */
const untitled = new WeakSet<HTMLIFrameElement>();

/** Follows the frame of a form: Balcão's own or one of the shop's. */
export function followFrame(form: FramedForm, options: FramedFormOptions): FrameFollower {
  return new FormFrame(form, options);
}

/** Follows the frame in a form. If the form gets another frame, or another address for the frame, a new session starts. */
class FormFrame implements FrameFollower, ReactiveController {
  readonly #form: FramedForm;
  readonly #options: FramedFormOptions;
  #session: FrameSession | undefined;

  constructor(form: FramedForm, options: FramedFormOptions) {
    this.#form = form;
    this.#options = options;
    const { host } = form;
    host.shadowRoot?.addEventListener('keydown', this.#handleKey);
    host.addController(this);
  }

  get fields(): FramedFields | undefined {
    return this.#session?.fields;
  }

  /** The frame, if it is in the form. A form cannot use a frame as an anchor that a checkout around it passes on. */
  get anchor(): HTMLElement | undefined {
    const iframe = this.#session?.iframe;
    const { host } = this.#form;
    return iframe && (host.shadowRoot?.contains(iframe) || host.contains(iframe)) ? iframe : undefined;
  }

  hostConnected(): void {
    this.#follow();
  }

  hostUpdated(): void {
    this.#follow();
  }

  /** Waits one microtask: a host that is only moved is connected again in the same task. Its frame reloads. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#form.host.isConnected) this.#leave();
    });
  }

  reload(): void {
    this.#session?.reload();
  }

  miss(): boolean {
    return this.#session?.fields.miss() ?? false;
  }

  async ready(): Promise<void> {
    if (!this.#session) throw new CheckoutError('network', 'There is no frame of card fields in the form.');
    await this.#session.fields.ready();
  }

  focus(field?: CardField, options?: FocusOptions): void {
    this.#session?.focus(field, options);
  }

  /**
   * Handles Enter in a control outside of the frame. If a field in the frame is invalid, Enter moves the focus to the first such field and
   * submits nothing.
   */
  readonly #handleKey = (event: Event): void => {
    if (!(isKeyboardEvent(event) && event.target instanceof HTMLInputElement) || !isEnter(event)) return;
    const { wrong = [], isTyped = false } = this.#session?.fields ?? {};
    if (!wrong.length || (!isTyped && canBeEmpty(this.#form.host))) return;
    event.preventDefault();
    if (!event.repeat) this.focus(wrong[0]);
  };

  /** Opens a session for the current frame and address, and closes the session of the former ones. */
  #follow(): void {
    const { host, settings } = this.#form;
    const iframe = findFrame(host);
    const url = settings.current.settings.frameUrl;
    if (!iframe || iframe !== this.#session?.iframe || url !== this.#session.url) {
      this.#leave();
      if (iframe && url !== undefined) this.#session = this.#open(iframe, url);
    }
    this.#session?.update();
  }

  /** Opens a session for a frame; `undefined` if the address cannot be used, which the settings checks report. */
  #open(iframe: HTMLIFrameElement, url: string): FrameSession | undefined {
    try {
      return new FrameSession(this.#form, this.#options, iframe, url);
    } catch (error) {
      if (isCheckoutError(error)) return undefined;
      throw error;
    }
  }

  #leave(): void {
    this.#session?.close();
    this.#session = undefined;
  }
}

/** One frame in a form, from when it is found until another frame replaces it. */
class FrameSession {
  readonly iframe: HTMLIFrameElement;
  /** The address at which the frame's document is expected. */
  readonly url: string;
  readonly fields: FramedFields;
  readonly #form: FramedForm;
  readonly #options: FramedFormOptions;
  readonly #link: FrameLink;
  readonly #look: FrameLook;
  readonly #stops: readonly (() => void)[];
  #sentForm = '';

  /** Throws `invalid-config` if the address cannot be used. */
  constructor(form: FramedForm, options: FramedFormOptions, iframe: HTMLIFrameElement, url: string) {
    const { host } = form;
    this.iframe = iframe;
    this.url = url;
    this.#form = form;
    this.#options = options;
    this.#link = new FrameLink(iframe, url);
    this.fields = new FramedFields(this.#link, { ...options, typed: () => this.#handleTyped(), draw: () => host.requestUpdate() });
    this.#look = new FrameLook(host, iframe, (look) => this.#link.send({ type: 'look', look }));
    this.#stops = [this.#link.subscribe((event) => this.#handle(event)), this.fields.follow()];
    this.#link.connect();
    this.fields.load().catch((error: unknown) => {
      // A link that was closed, because the form has another frame or has left the page, is no problem.
      if (isCheckoutError(error) && this.#link.isConnected) reportFrameProblem(host, error);
    });
  }

  /** Sends the current form to the frame. Sets the frame's title in the language of the form, unless the shop has set one. */
  update(): void {
    if (!this.iframe.title) untitled.add(this.iframe);
    if (untitled.has(this.iframe)) this.iframe.title = this.#form.localize.text('cardFrame');
    const message = createFormMessage(this.#form);
    const text = JSON.stringify(message);
    if (text !== this.#sentForm) this.#link.send(message);
    this.#sentForm = text;
  }

  /**
   * Puts the focus on the frame and then on a field in it: only a focused frame can focus its fields. A frame that is still loading is
   * hidden and takes no focus. Its field gets the focus after that, unless the shopper has moved the focus.
   */
  focus(field?: CardField, options?: FocusOptions): void {
    if (this.#link.hello) {
      this.iframe.focus(options);
      return this.#link.send({ type: 'focus', ...(field && { field }) });
    }
    const { ownerDocument } = this.iframe;
    const before = findFocus(ownerDocument);
    const focusLate = (): void => {
      if (findFocus(ownerDocument) === before || isFocusLost(this.iframe)) this.focus(field, options);
    };
    this.#link.meet().then(focusLate, () => undefined);
  }

  reload(): void {
    this.#link.reload();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#look.close();
    this.#link.close();
    setFramedFocus(this.#form.host, undefined);
  }

  #handle(event: FrameEvent): void {
    switch (event.type) {
      case 'focus':
        return setFramedFocus(this.#form.host, event.field ?? undefined);
      case 'hello':
        return this.#look.show(true);
      case 'dead':
        this.#look.show(false);
        return setFramedFocus(this.#form.host, undefined);
      case 'submit':
        return this.#form.host.shadowRoot?.querySelector('form')?.requestSubmit();
      case 'fault':
        return reportFrameProblem(this.#form.host, new CheckoutError('network', FAULTS[event.code]));
      case 'height':
        return this.#look.setHeight(event.height);
      default:
        return undefined;
    }
  }

  /** Dispatches an `input` event for the page and for other elements when the shopper types into a field of the frame. */
  #handleTyped(): void {
    this.#options.typed();
    this.#form.host.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
}

/** Finds the frame in a host: Balcão's own or one of the shop's. */
function findFrame({ shadowRoot }: Element): HTMLIFrameElement | undefined {
  const slot = shadowRoot?.querySelector<HTMLSlotElement>('slot[name="card-frame"]');
  return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLIFrameElement);
}

/**
 * Creates the message about the form around a frame. Texts that the frame would reject are left out, since the frame drops the whole
 * message because of one such text.
 */
function createFormMessage({ host, settings, localize }: FramedForm): PageMessageOf<'form'> {
  const texts = Object.entries(settings.input.texts ?? {}).filter(
    ([key, text]) => textKeySchema().safeParse(key).success && shopTextSchema().safeParse(text).success,
  );
  const { acceptedBrands, autoAdvance, mask } = settings.current.settings;
  return {
    type: 'form',
    language: localize.wanted,
    texts: Object.fromEntries(texts),
    acceptedBrands: listAcceptedBrands(acceptedBrands)?.slice() ?? null,
    isBusy: host.shadowRoot?.querySelector('form')?.ariaBusy === 'true',
    isDisabled: host.matches(':disabled'),
    canBeEmpty: canBeEmpty(host),
    ...(autoAdvance && { autoAdvance }),
    ...(mask && { isCodeMasked: true }),
  };
}

/** Returns true if the form may be submitted with empty fields. */
function canBeEmpty({ value, form, required }: FramedHost): boolean {
  return value !== '' || (form !== null && !required);
}
