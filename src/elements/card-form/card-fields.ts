import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { createCardFrame } from '../../controllers/card/create-card-frame.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { SettingsElement } from '../shared/settings-element.js';
import { renderCardInputs, type CardInputs } from './card-inputs.js';

/**
 * The place of the four fields of a card: inputs in the form, or the frame that has them. Puts the frame of the provider's into the page, unless
 * the shop has put one there: as a child of the form, or of the checkout around it, since browsers fill no frame in that stands in a shadow
 * root. An address that is none of the web is never opened. The frame begins in the language of the first moment: for another one, nothing loads
 * anew.
 */
export class FieldPlaces implements ReactiveController {
  readonly #form: HTMLElement;
  readonly #readUrl: () => string | undefined;
  readonly #localize: LocalizeController;
  #frame: HTMLIFrameElement | undefined;
  /** The address that the frame was given last. */
  #src = '';

  constructor(form: ReactiveControllerHost & HTMLElement, readUrl: () => string | undefined, localize: LocalizeController) {
    this.#form = form;
    this.#readUrl = readUrl;
    this.#localize = localize;
    form.addController(this);
  }

  /** Renders four inputs, or what holds the place of the frame. */
  render(inputs: CardInputs): (TemplateResult | undefined)[] {
    if (this.#readUrl() === undefined) return renderCardInputs(inputs);
    const place = html`<slot name="card-frame" part="card-frame" data-hint=${this.#localize.text('codeEither')}></slot>`;
    // The marks of the number are in the frame.
    return [place, inputs.view.isMissing && inputs.marks];
  }

  hostUpdated(): void {
    const url = this.#readUrl();
    const place = this.#form.isConnected && url && /^https?:/i.test(url) && findPlace(this.#form);
    if (!place || [...place.children].some((child) => child.slot === 'card-frame' && child !== this.#frame)) return this.#frame?.remove();
    const frame = (this.#frame ??= Object.assign(createCardFrame(), { slot: 'card-frame' }));
    const src = `${url}#${this.#localize.first}`;
    if (src !== this.#src) frame.src = this.#src = src;
    if (frame.parentNode !== place) place.append(frame);
  }

  /** A form that is only moved is in the page again by the end of the task. */
  hostDisconnected(): void {
    queueMicrotask(() => this.hostUpdated());
  }
}

/** The only element of ours that has a form in its shadow root is a checkout. */
function findPlace(form: HTMLElement): HTMLElement {
  const root = form.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof SettingsElement ? root.host : form;
}
