import { css } from 'lit';
import type { Look } from '../../../channel/look-schema.js';
import { isLightColor } from '../../page/luminance.js';
import { readFamilies } from './read-families.js';

/** The most that a length of a look may be, CSS pixels. */
const MAX_LENGTH_PX = 200;

/** Out of sight and without room, but drawn: what is not drawn has no transitions. Those tell, without asking again and again, that a value has changed. */
const probeStyles = css`
  .probes {
    position: absolute;
    width: 0;
    height: 0;
    overflow: hidden;
    visibility: hidden;
  }
  .probes > * {
    display: block;
    transition: all 1ms;
    transition-behavior: allow-discrete;
  }
  .lengths {
    width: var(--_gap);
    height: var(--_height);
    border-top-left-radius: var(--_radius);
  }
`;

/** Elements of no meaning in the shadow root of an element, by which its theme is read as the browser works it out. */
export class LookProbes {
  readonly #box = document.createElement('div');
  readonly #lengths = document.createElement('span');
  readonly #colors: Readonly<Record<keyof Look['colors'], HTMLElement>> = {
    text: createProbe('var(--_text)'),
    muted: createProbe('var(--_muted)'),
    field: createProbe('var(--_field)'),
    fieldText: createProbe('var(--_field-text)'),
    border: createProbe('var(--_border)'),
    focus: createProbe('var(--balcao-focus, var(--_accent))'),
    error: createProbe('var(--_error)'),
  };
  /** The text that goes with the colour scheme. */
  readonly #schemeText = createProbe('CanvasText');
  readonly #changed: () => void;
  readonly #sizes: ResizeObserver;

  /** `changed` is called when a value may be another one than before. */
  constructor(host: HTMLElement, changed: () => void) {
    this.#changed = changed;
    this.#box.className = 'probes';
    this.#lengths.className = 'lengths';
    this.#box.append(this.#lengths, this.#schemeText, ...Object.values(this.#colors));
    this.#box.addEventListener('transitionend', changed);
    this.#box.addEventListener('transitioncancel', changed);
    const { shadowRoot } = host;
    const { styleSheet } = probeStyles;
    if (shadowRoot && styleSheet && !shadowRoot.adoptedStyleSheets.includes(styleSheet)) shadowRoot.adoptedStyleSheets.push(styleSheet);
    // Before what is rendered, where it is never in the way of that.
    shadowRoot?.prepend(this.#box);
    // Of what was not drawn, nothing is known before it is.
    this.#sizes = new ResizeObserver(() => this.#changed());
    this.#sizes.observe(this.#lengths);
  }

  /** The look of the element as it is now. */
  read(): Look {
    const { width, height, borderTopLeftRadius, fontSize, fontFamily } = getComputedStyle(this.#lengths);
    const { text, muted, field, fieldText, border, focus, error } = this.#colors;
    return {
      scheme: isLightColor(readColor(this.#schemeText)) ? 'dark' : 'light',
      colors: {
        text: readColor(text),
        muted: readColor(muted),
        field: readColor(field),
        fieldText: readColor(fieldText),
        border: readColor(border),
        focus: readColor(focus),
        error: readColor(error),
      },
      lengths: {
        fontSize: readPixels(fontSize),
        gap: readPixels(width),
        radius: readPixels(borderTopLeftRadius),
        controlHeight: readPixels(height),
      },
      fonts: readFamilies(fontFamily),
    };
  }

  /** Takes the elements out again. */
  remove(): void {
    this.#sizes.disconnect();
    this.#box.remove();
  }
}

function createProbe(color: string): HTMLElement {
  const probe = document.createElement('span');
  probe.style.color = color;
  return probe;
}

function readColor(probe: Element): string {
  return getComputedStyle(probe).color;
}

/** A computed length; nothing of one that is no number of pixels. */
function readPixels(length: string): number {
  return Math.min(MAX_LENGTH_PX, Math.max(0, parseFloat(length) || 0));
}
