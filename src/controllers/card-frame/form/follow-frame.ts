import type { ReactiveController } from 'lit';
import { CheckoutError } from '../../../domain/errors.js';
import type { CardField } from '../../card/card-field.js';
import type { FramedForm, FramedFormOptions, FrameFollower } from '../../card/framed-form.js';
import { isEnter } from '../../card/enter-key.js';
import type { FramedFields } from '../framed-fields.js';
import { canBeEmpty } from './form-message.js';
import { FrameSession } from './frame-session.js';

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

  /** A form can point at what stands in it alone: not at a frame that a checkout around it passes on. */
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
    if (!this.#session?.isOf(iframe, url)) {
      this.#leave();
      this.#session = iframe && url !== undefined ? FrameSession.open(this.#form, this.#options, { iframe, url }) : undefined;
    }
    this.#session?.update();
  }

  #leave(): void {
    this.#session?.close();
    this.#session = undefined;
  }
}

/** The frame that stands in a host, its own or one of the shop's. */
function findFrame({ shadowRoot }: Element): HTMLIFrameElement | undefined {
  const slot = shadowRoot?.querySelector<HTMLSlotElement>('slot[name="card-frame"]');
  return slot?.assignedElements({ flatten: true }).find((element) => element instanceof HTMLIFrameElement);
}
