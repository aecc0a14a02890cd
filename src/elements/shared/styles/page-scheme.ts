import { css, type LitElement, type ReactiveController } from 'lit';
import { isLightColor } from '../../../controllers/page/luminance.js';
import { addStyles, removeStyles } from '../../../controllers/page/adopted-styles.js';
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
  #stop: (() => void) | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (isDrawnByOwn(this.#host)) return;
    const preference = matchMedia('(prefers-color-scheme: dark)');
    const attributes = new MutationObserver(this.#follow);
    preference.addEventListener('change', this.#follow);
    document.addEventListener('transitionend', this.#handleTransition);
    for (const element of [document.documentElement, document.body]) attributes.observe(element, { attributes: true });
    this.#stop = () => {
      preference.removeEventListener('change', this.#follow);
      document.removeEventListener('transitionend', this.#handleTransition);
      attributes.disconnect();
    };
    this.#follow();
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  readonly #handleTransition = ({ propertyName }: TransitionEvent): void => {
    if (propertyName === 'color') this.#follow();
  };

  readonly #follow = (): void => {
    const { shadowRoot } = this.#host;
    if (!shadowRoot) return;
    const { light, dark } = SCHEMES;
    // The page's text colour may depend on the scheme, so it is measured without our style sheet.
    removeStyles(shadowRoot, light, dark);
    const isLight = isLightColor(getComputedStyle(this.#host).color);
    if (isLight !== undefined) addStyles(shadowRoot, isLight ? dark : light);
  };
}
