import { css, type LitElement, type ReactiveController } from 'lit';
import { isLightColor } from '../../../controllers/page/luminance.js';
import { adoptLate } from './late-styles.js';
import { isDrawnByOwn } from '../own-element.js';

/** The style sheets that switch the colours of an element. */
const SCHEMES = {
  light: css`
    :host {
      color-scheme: light;
    }
  `,
  dark: css`
    :host {
      color-scheme: dark;
    }
  `,
};

/**
 * Gives an element outside other Balcão elements the colour scheme of its text: a dark page that never set `color-scheme` has light text, and fields,
 * borders and errors must match it.
 */
export class PageScheme implements ReactiveController {
  readonly #host: LitElement;
  readonly #preference = matchMedia('(prefers-color-scheme: dark)');
  readonly #attributes = new MutationObserver(() => this.#follow());

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (isDrawnByOwn(this.#host)) return;
    this.#preference.addEventListener('change', this.#follow);
    document.addEventListener('transitionend', this.#handleTransition);
    for (const element of [document.documentElement, document.body]) this.#attributes.observe(element, { attributes: true });
    this.#follow();
  }

  hostDisconnected(): void {
    this.#preference.removeEventListener('change', this.#follow);
    document.removeEventListener('transitionend', this.#handleTransition);
    this.#attributes.disconnect();
  }

  readonly #handleTransition = ({ propertyName }: TransitionEvent): void => {
    if (propertyName === 'color') this.#follow();
  };

  readonly #follow = (): void => {
    const { shadowRoot } = this.#host;
    if (!shadowRoot) return;
    const { light, dark } = SCHEMES;
    const own = [light.styleSheet, dark.styleSheet];
    // The page's colours may depend on the scheme: they are measured without ours.
    shadowRoot.adoptedStyleSheets = shadowRoot.adoptedStyleSheets.filter((sheet) => !own.includes(sheet));
    const isLight = isLightColor(getComputedStyle(this.#host).color);
    if (isLight !== undefined) adoptLate(this.#host, isLight ? dark : light);
  };
}
