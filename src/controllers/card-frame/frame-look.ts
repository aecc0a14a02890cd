import { css } from 'lit';
import { fontSchema, MAX_FAMILIES, MAX_LENGTH_PX, type Look } from '../../channel/look-schema.js';
import { addStyles } from '../page/adopted-styles.js';
import { isLightColor } from '../page/luminance.js';
import { createSizeObserver } from '../page/size-observer.js';

/** The space for the focus ring, CSS pixels: a frame is larger than its place by this on each side. */
const RING_PX = 4;

/**
 * The probes are invisible and take no space, but they are rendered, since elements that are not rendered have no transitions. The events
 * of the transitions report changed values without polling.
 */
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

/**
 * Synchronizes the look of a frame with its form. Sends the frame the values of the theme whenever they change, sets its height to the
 * height of its fields, and gives it the colour scheme of the page, without which the frame would not be transparent. Probes are elements
 * without meaning in the shadow root of the form. They have the values as the browser computes them.
 */
export class FrameLook {
  readonly #iframe: HTMLIFrameElement;
  readonly #send: (look: Look) => void;
  /** The element in the form that reserves the space for the frame. */
  readonly #place: HTMLElement | null | undefined;
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
  /** The probe of the text colour of the current colour scheme. */
  readonly #schemeText = createProbe('CanvasText');
  readonly #sizes: ResizeObserver;
  #sentLook = '';

  constructor({ shadowRoot }: Element, iframe: HTMLIFrameElement, send: (look: Look) => void) {
    this.#iframe = iframe;
    this.#send = send;
    this.#place = shadowRoot?.querySelector<HTMLElement>('slot[name="card-frame"]');
    const update = (): void => this.#update();
    this.#box.className = 'probes';
    this.#lengths.className = 'lengths';
    this.#box.append(this.#lengths, this.#schemeText, ...Object.values(this.#colors));
    this.#box.addEventListener('transitionend', update);
    this.#box.addEventListener('transitioncancel', update);
    addStyles(shadowRoot, probeStyles);
    // Placed before the rendered content, so that it does not interfere with Lit's rendering.
    shadowRoot?.prepend(this.#box);
    // The sizes of an element that is not rendered are unknown, so they are observed.
    this.#sizes = createSizeObserver(iframe, update);
    this.#sizes.observe(this.#lengths);
    update();
  }

  /** Sets the height of the frame to the height of its content, CSS pixels. */
  setHeight(height: number): void {
    if (!this.#place) return;
    this.#place.style.padding = '0';
    this.#place.style.height = `${height - 2 * RING_PX}px`;
  }

  /** Shows the frame, or hides it: what a frame shows before it has sent `hello` may be an error page of its server. */
  show(isShown: boolean): void {
    this.#place?.toggleAttribute('data-shown', isShown);
  }

  close(): void {
    this.show(false);
    this.#sizes.disconnect();
    this.#box.remove();
  }

  /** Sends the look if it has changed. */
  #update(): void {
    const look = this.#measure();
    const text = JSON.stringify(look);
    if (text === this.#sentLook) return;
    this.#sentLook = text;
    this.#iframe.style.colorScheme = look.scheme;
    this.#send(look);
  }

  /** Reads the current values from the probes. */
  #measure(): Look {
    const { width, height, borderTopLeftRadius, fontSize, fontFamily } = getComputedStyle(this.#lengths);
    const { text, muted, field, fieldText, border, focus, error } = this.#colors;
    return {
      scheme: isLightColor(getColor(this.#schemeText)) ? 'dark' : 'light',
      colors: {
        text: getColor(text),
        muted: getColor(muted),
        field: getColor(field),
        fieldText: getColor(fieldText),
        border: getColor(border),
        focus: getColor(focus),
        error: getColor(error),
      },
      lengths: {
        fontSize: parsePixels(fontSize),
        gap: parsePixels(width),
        radius: parsePixels(borderTopLeftRadius),
        controlHeight: parsePixels(height),
      },
      fonts: parseFamilies(fontFamily),
    };
  }
}

function createProbe(color: string): HTMLElement {
  const probe = document.createElement('span');
  probe.style.color = color;
  return probe;
}

function getColor(probe: Element): string {
  return getComputedStyle(probe).color;
}

/** Parses a computed length in pixels; 0 if it is not a number of pixels. */
function parsePixels(length: string): number {
  return Math.min(MAX_LENGTH_PX, Math.max(0, parseFloat(length) || 0));
}

/** Parses the names of a computed `font-family`, without quotes. Names that a frame would reject are left out. */
export function parseFamilies(fontFamily: string): string[] {
  const names = fontFamily.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,]+/g) ?? [];
  return names
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => fontSchema().safeParse(name).success)
    .slice(0, MAX_FAMILIES);
}
