import type { ReactiveController } from 'lit';
import type { FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessageOf } from '../../channel/page-message.js';
import { shopTextSchema, textKeySchema } from '../../channel/text-schemas.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { CardField } from '../card/card-field.js';
import { isEnter } from '../card/enter-key.js';
import type { FramedForm, FramedFormOptions, FramedHost, FrameFollower } from '../card/framed-form.js';
import { setFramedFocus } from '../page/field-focus.js';
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

/** Frames that the shop gave no title. */
const untitled = new WeakSet<HTMLIFrameElement>();

/** Follows the frame of a form, whichever it has. */
export function followFrame(form: FramedForm, options: FramedFormOptions): FrameFollower {
  return new FormFrame(form, options);
}

/** The frame in a form. A form that gets another frame, or another address for it, begins anew. */
class FormFrame implements FrameFollower, ReactiveController {
  readonly #form: FramedForm;
  readonly #options: FramedFormOptions;
  #session: FrameSession | undefined;

  constructor(form: FramedForm, options: FramedFormOptions) {
    this.#form = form;
    this.#options = options;
    const { host } = form;
    // A frame that the shop puts in or takes out.
    host.shadowRoot?.addEventListener('slotchange', () => host.requestUpdate());
    host.shadowRoot?.addEventListener('keydown', this.#handleKey);
    host.addController(this);
  }

  get fields(): FramedFields | undefined {
    return this.#session?.fields;
  }

  /** A form can point only at what is in it, not at a frame that a checkout around it passes on. */
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

  /** A host that is only moved is connected again in the same task; its frame loads anew. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#form.host.isConnected) this.#leave();
    });
  }

  async ready(): Promise<void> {
    if (!this.#session) throw new CheckoutError('network', 'There is no frame of card fields in the form.');
    await this.#session.fields.ready();
  }

  focus(field?: CardField, options?: FocusOptions): void {
    this.#session?.focus(field, options);
  }

  /** Enter in a control beside the frame leads to the first field that is wrong, and sends nothing. */
  readonly #handleKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent && event.target instanceof HTMLInputElement) || !isEnter(event)) return;
    const { wrong = [], isTyped = false } = this.#session?.fields ?? {};
    if (!wrong.length || (!isTyped && canBeEmpty(this.#form.host))) return;
    event.preventDefault();
    if (!event.repeat) this.focus(wrong[0]);
  };

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

  /** Opens nothing for an address that cannot be used, which the checks of the settings report. */
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

/** One frame in a form, from when it is found until another takes its place. */
class FrameSession {
  readonly iframe: HTMLIFrameElement;
  /** The address that the page of the frame is expected at. */
  readonly url: string;
  readonly fields: FramedFields;
  readonly #form: FramedForm;
  readonly #options: FramedFormOptions;
  readonly #link: FrameLink;
  readonly #look: FrameLook;
  readonly #stops: readonly (() => void)[];
  #sentForm = '';

  /** Throws `invalid-config` for an address that cannot be used. */
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
      if (isCheckoutError(error) && host.isConnected) reportFrameProblem(host, error);
    });
  }

  /** Sends the frame the form as it is now, and gives it a title in the language of the form, unless the shop has. */
  update(): void {
    if (!this.iframe.title) untitled.add(this.iframe);
    if (untitled.has(this.iframe)) this.iframe.title = this.#form.localize.text('cardFrame');
    const message = createFormMessage(this.#form);
    const text = JSON.stringify(message);
    if (text !== this.#sentForm) this.#link.send(message);
    this.#sentForm = text;
  }

  /** The frame first: what has no focus cannot give it to a field. One that is still loading does so once it is there, unless the shopper went on. */
  focus(field?: CardField, options?: FocusOptions): void {
    this.iframe.focus(options);
    if (this.#link.hello) this.#sendFocus(field);
    else this.#link.meet().then(() => this.#focusLate(field, options), () => undefined); // prettier-ignore
  }

  #sendFocus(field: CardField | undefined): void {
    this.#link.send({ type: 'focus', ...(field && { field }) });
  }

  /** A frame that had the focus while it loaded may be the active element and still have lost it. */
  #focusLate(field: CardField | undefined, options: FocusOptions | undefined): void {
    const root = this.iframe.getRootNode();
    if (!('activeElement' in root) || root.activeElement !== this.iframe) return;
    this.iframe.blur();
    this.iframe.focus(options);
    this.#sendFocus(field);
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
      case 'dead':
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

  /** Sends the event that the page and other elements get of what is typed into a field of the form. */
  #handleTyped(): void {
    this.#options.typed();
    this.#form.host.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
}

/** Finds the frame that is in a host, its own or one of the shop's. */
function findFrame({ shadowRoot }: Element): HTMLIFrameElement | undefined {
  const slot = shadowRoot?.querySelector<HTMLSlotElement>('slot[name="card-frame"]');
  return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLIFrameElement);
}

/** Creates the message about the form around a frame. A text that the frame would not take is left out: one alone would have all of it dropped. */
function createFormMessage({ host, settings, localize }: FramedForm): PageMessageOf<'form'> {
  const texts = Object.entries(settings.input.texts ?? {}).filter(
    ([key, text]) => textKeySchema().safeParse(key).success && shopTextSchema().safeParse(text).success,
  );
  const { acceptedBrands } = settings.current.settings;
  return {
    type: 'form',
    language: localize.wanted,
    texts: Object.fromEntries(texts),
    acceptedBrands: acceptedBrands ? [...acceptedBrands] : null,
    isBusy: host.shadowRoot?.querySelector('form')?.ariaBusy === 'true',
    isDisabled: host.matches(':disabled'),
    canBeEmpty: canBeEmpty(host),
  };
}

/** True for a form that may be sent with nothing in its fields. */
function canBeEmpty({ value, form, required }: FramedHost): boolean {
  return value !== '' || (form !== null && !required);
}
