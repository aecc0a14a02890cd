import type { FrameMessageOf } from '../../../channel/frame-message.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import type { CardField } from '../../card/card-field.js';
import type { FramedForm, FramedFormOptions } from '../../card/framed-form.js';
import { noteFramedFocus } from '../../page/field-focus.js';
import { reportFrameProblem } from '../../page/frame-problems.js';
import { FrameAppearance } from './frame-appearance.js';
import { describeForm } from './form-message.js';
import { FrameLink } from '../frame-link.js';
import type { FrameNews } from '../frame-news.js';
import { FramedFields } from '../framed-fields.js';

/** What the shop's developer reads of a fault of the frame. */
const FAULTS = {
  'part-missing': 'A part of the frame of the card fields could not be loaded.',
  'text-missing': 'The words of the frame of the card fields could not be loaded; Portuguese is shown.',
  internal: 'Something in the frame of the card fields went wrong: its console says more.',
} as const satisfies Record<FrameMessageOf<'fault'>['code'], string>;

/** Frames whose name is not the shop's own. */
const named = new WeakSet<HTMLIFrameElement>();

/** A frame, and the address that its page is expected at. */
export interface PlacedFrame {
  readonly iframe: HTMLIFrameElement;
  readonly url: string;
}

/** One frame in a form, from when it is found until another takes its place. */
export class FrameSession {
  readonly iframe: HTMLIFrameElement;
  readonly fields: FramedFields;
  readonly #form: FramedForm;
  readonly #options: FramedFormOptions;
  readonly #url: string;
  readonly #link: FrameLink;
  readonly #appearance: FrameAppearance;
  readonly #stops: readonly (() => void)[];
  #toldForm = '';

  private constructor(form: FramedForm, options: FramedFormOptions, { iframe, url }: PlacedFrame) {
    const { host } = form;
    this.iframe = iframe;
    this.#form = form;
    this.#options = options;
    this.#url = url;
    this.#link = new FrameLink(iframe, url);
    this.fields = new FramedFields(this.#link, { ...options, typed: () => this.#handleTyped(), draw: () => host.requestUpdate() });
    this.#appearance = new FrameAppearance(host, iframe, (look) => this.#link.send({ type: 'look', look }));
    this.#stops = [this.#link.subscribe((news) => this.#handle(news)), this.fields.follow()];
    this.#link.connect();
    this.fields.load().catch((error: unknown) => {
      if (isCheckoutError(error) && host.isConnected) reportFrameProblem(host, error);
    });
  }

  /** Nothing for an address that cannot be used, which the settings' own checks tell of. */
  static open(form: FramedForm, options: FramedFormOptions, place: PlacedFrame): FrameSession | undefined {
    try {
      return new FrameSession(form, options, place);
    } catch (error) {
      if (isCheckoutError(error)) return undefined;
      throw error;
    }
  }

  isOf(iframe: HTMLIFrameElement | undefined, url: string | undefined): boolean {
    return iframe === this.iframe && url === this.#url;
  }

  /** Tells the frame what the form is now, and names it in the language of the form, unless the shop has. */
  update(): void {
    if (!this.iframe.title) named.add(this.iframe);
    if (named.has(this.iframe)) this.iframe.title = this.#form.localize.text('cardFrame');
    const message = describeForm(this.#form);
    const text = JSON.stringify(message);
    if (text !== this.#toldForm) this.#link.send(message);
    this.#toldForm = text;
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
    this.#appearance.close();
    this.#link.close();
    noteFramedFocus(this.#form.host, undefined);
  }

  #handle(news: FrameNews): void {
    switch (news.type) {
      case 'focus':
        return noteFramedFocus(this.#form.host, news.field ?? undefined);
      case 'dead':
        return noteFramedFocus(this.#form.host, undefined);
      case 'submit':
        return this.#form.host.shadowRoot?.querySelector('form')?.requestSubmit();
      case 'fault':
        return reportFrameProblem(this.#form.host, new CheckoutError('network', FAULTS[news.code]));
      case 'height':
        return this.#appearance.setHeight(news.height);
      default:
        return undefined;
    }
  }

  /** The page and other elements hear of it as they do of what is typed into a field of the form. */
  #handleTyped(): void {
    this.#options.typed();
    this.#form.host.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
}
