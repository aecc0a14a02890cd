import { css } from 'lit';
import { fontSchema, MAX_FAMILIES, MAX_LENGTH_PX, type Look } from '../../channel/look-schema.js';
import { isLightColor } from '../page/luminance.js';

/** The room for the ring of the focus, by which a frame is larger than its place on each side, CSS pixels. */
const RING_PX = 4;

/** Out of sight and without room, but drawn: what is not drawn has no transitions. Their events report, without polling, that a value has changed. */
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
 * The look of a frame in its form: sends it the values of the theme whenever they change, gives it the height that its fields have, and the colour
 * scheme of the page, without which the page would not show through. Probes, elements without meaning in the shadow root of the form, have the
 * values as the browser computes them.
 */
export class FrameLook {
  readonly #iframe: HTMLIFrameElement;
  readonly #send: (look: Look) => void;
  /** The element that holds the room of the frame in its form. */
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
  /** The text that goes with the colour scheme. */
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
    const { styleSheet } = probeStyles;
    if (shadowRoot && styleSheet && !shadowRoot.adoptedStyleSheets.includes(styleSheet)) shadowRoot.adoptedStyleSheets.push(styleSheet);
    // Before what is rendered, where it is never in the way of that.
    shadowRoot?.prepend(this.#box);
    // Nothing is known of what is not drawn.
    this.#sizes = new ResizeObserver(update);
    this.#sizes.observe(this.#lengths);
    update();
  }

  /** Gives the frame the height of what is in it, CSS pixels. */
  setHeight(height: number): void {
    if (!this.#place) return;
    this.#place.style.padding = '0';
    this.#place.style.height = `${height - 2 * RING_PX}px`;
  }

  close(): void {
    this.#sizes.disconnect();
    this.#box.remove();
  }

  #update(): void {
    const look = this.#measure();
    const text = JSON.stringify(look);
    if (text === this.#sentLook) return;
    this.#sentLook = text;
    this.#iframe.style.colorScheme = look.scheme;
    this.#send(look);
  }

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

/** Parses a computed length; 0 for one that is no number of pixels. */
function parsePixels(length: string): number {
  return Math.min(MAX_LENGTH_PX, Math.max(0, parseFloat(length) || 0));
}

/** Parses the names of a computed `font-family`, without quotes. Those that a frame would not take are left out. */
export function parseFamilies(fontFamily: string): string[] {
  const names = fontFamily.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,]+/g) ?? [];
  return names
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => fontSchema().safeParse(name).success)
    .slice(0, MAX_FAMILIES);
}
