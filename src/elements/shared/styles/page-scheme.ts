import { css, type LitElement, type ReactiveController } from 'lit';
import { adoptLate } from './late-styles.js';
import { isDrawnByOwn } from '../own-element.js';

/** What the colours of an element are switched by. */
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

/** As bright as this, a text stands out from black as it does from white: relative luminance, by WCAG's contrast ratio. */
const MIDDLE_LUMINANCE = 0.179;

/**
 * Gives an element that is part of no other the colour scheme that its text is made for: a dark page that has never said `color-scheme` has
 * light text, and fields, borders and errors must go with that.
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
    // The page's colours may depend on the scheme: they are read as they are without ours.
    shadowRoot.adoptedStyleSheets = shadowRoot.adoptedStyleSheets.filter((sheet) => !own.includes(sheet));
    const luminance = readLuminance(getComputedStyle(this.#host).color);
    if (luminance !== undefined) adoptLate(this.#host, luminance > MIDDLE_LUMINANCE ? dark : light);
  };
}

/** The relative luminance of a computed colour, 0 to 1; `undefined` where it is written in another way than `rgb()`, as in few pages. */
function readLuminance(color: string): number | undefined {
  const [red, green, blue] = /^rgb/.test(color) ? (color.match(/[\d.]+/g) ?? []).map((part) => toLinear(Number(part) / 255)) : [];
  return red === undefined || green === undefined || blue === undefined ? undefined : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A part of an sRGB colour without its gamma (WCAG 2.2, relative luminance). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
