import type { Look } from '../../../channel/look-schema.js';
import { LookProbes } from './look-probes.js';

/** How far a frame reaches beyond its place, on each side: room for the ring of the focus, CSS pixels. */
const RING_PX = 4;

/**
 * How a frame looks in its form: tells it the values of the theme, whenever they change, gives it the height that its fields have, and the colour
 * scheme of the page, without which it would not be seen through.
 */
export class FrameAppearance {
  readonly #iframe: HTMLIFrameElement;
  readonly #place: HTMLElement | null | undefined;
  readonly #probes: LookProbes;
  readonly #send: (look: Look) => void;
  #told = '';

  constructor(host: HTMLElement, iframe: HTMLIFrameElement, send: (look: Look) => void) {
    this.#iframe = iframe;
    this.#place = findPlace(host);
    this.#send = send;
    this.#probes = new LookProbes(host, () => this.#tell());
    this.#tell();
  }

  /** Gives the frame the height of what is in it, CSS pixels. */
  setHeight(height: number): void {
    if (!this.#place) return;
    this.#place.style.padding = '0';
    this.#place.style.height = `${height - 2 * RING_PX}px`;
  }

  close(): void {
    this.#probes.remove();
  }

  #tell(): void {
    const look = this.#probes.read();
    const text = JSON.stringify(look);
    if (text === this.#told) return;
    this.#told = text;
    this.#iframe.style.colorScheme = look.scheme;
    this.#send(look);
  }
}

/** What holds the room of a frame in its form. */
function findPlace({ shadowRoot }: Element): HTMLElement | null | undefined {
  return shadowRoot?.querySelector<HTMLElement>('slot[name="card-frame"]');
}
