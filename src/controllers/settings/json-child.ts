import { readRow, SETTING_NAMES, type SettingsInput } from './settings.js';

const JSON_SETTINGS = SETTING_NAMES.filter((name) => readRow(name).isJson);

/** The settings in an element's `<script type="application/json">` child, which may come late and in pieces. */
export class JsonChild {
  /** What the child holds; what it held before, while its text cannot be read. */
  values: SettingsInput = {};
  /** Whether its text cannot be read. */
  isBroken = false;
  readonly #element: Element;
  readonly #changed: () => void;
  readonly #observer = new MutationObserver(() => this.#read());
  #text = '';

  constructor(element: Element, changed: () => void) {
    this.#element = element;
    this.#changed = changed;
  }

  /** Reads the child, and again whenever it changes. */
  connect(): void {
    this.#observer.observe(this.#element, { childList: true, characterData: true, subtree: true });
    this.#read();
  }

  disconnect(): void {
    this.#observer.disconnect();
  }

  #read(): void {
    const text = this.#element.querySelector(':scope > script[type="application/json"]')?.textContent;
    if (!text || text === this.#text) return;
    this.#text = text;
    this.isBroken = false;
    try {
      const values: SettingsInput | null = JSON.parse(text);
      this.values = Object.fromEntries(JSON_SETTINGS.map((name) => [name, values?.[name]]));
    } catch {
      this.isBroken = true;
    }
    this.#changed();
  }
}
