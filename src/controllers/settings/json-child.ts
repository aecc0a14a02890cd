import { readRow, SETTING_NAMES, type SettingsInput } from './settings.js';

/** The settings that the JSON may hold. */
export const JSON_SETTINGS = SETTING_NAMES.filter((name) => readRow(name).isJson);

/** The settings in an element's `<script type="application/json">` child, which may come late and in pieces. */
export class JsonChild {
  /** What the child holds; what it held before, while its text cannot be read. */
  values: SettingsInput = {};
  /** Its text, as it was read last. */
  text = '';
  readonly #element: Element;
  readonly #changed: () => void;
  readonly #observer = new MutationObserver(() => this.#read());

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
    if (!text || text === this.text) return;
    this.text = text;
    try {
      const values: SettingsInput | null = JSON.parse(text);
      this.values = Object.fromEntries(JSON_SETTINGS.map((name) => [name, values?.[name]]));
    } catch {
      // What is wrong with the text is said by its check.
    }
    this.#changed();
  }
}
