import { css, type LitElement, type ReactiveController } from 'lit';
import { isLightColor } from '../../../controllers/page/luminance.js';
import { adoptLate } from './late-styles.js';
import { isDrawnByOwn } from '../own-element.js';

/** The style sheets that set the colour scheme of an element. */
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
 * Sets the colour scheme of an element that is not inside another Balcão element, by the colour of its text. A dark page that does not set
 * `color-scheme` has light text, and fields, borders and errors must match it.
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
    // The page's text colour may depend on the scheme, so it is measured without our style sheet.
    shadowRoot.adoptedStyleSheets = shadowRoot.adoptedStyleSheets.filter((sheet) => !own.includes(sheet));
    const isLight = isLightColor(getComputedStyle(this.#host).color);
    if (isLight !== undefined) adoptLate(this.#host, isLight ? dark : light);
  };
}
