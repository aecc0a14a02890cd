import { getRow, SETTING_NAMES, type SettingsInput } from './settings.js';

/** The settings that are allowed in the JSON. */
export const JSON_SETTINGS = SETTING_NAMES.filter((name) => getRow(name).isJson);

/**
 * The settings in an element's `<script type="application/json">` child. The parser may add the child after the element, in several pieces.
 */
export class JsonChild {
  /** The settings in the child; the former ones while its text cannot be parsed. */
  values: SettingsInput = {};
  /** The child's text when it was last parsed. */
  text = '';
  readonly #element: Element;
  readonly #changed: () => void;
  readonly #observer = new MutationObserver(() => this.#parse());

  constructor(element: Element, changed: () => void) {
    this.#element = element;
    this.#changed = changed;
  }

  /** Parses the child, now and whenever it changes. */
  connect(): void {
    this.#observer.observe(this.#element, { childList: true, characterData: true, subtree: true });
    this.#parse();
  }

  disconnect(): void {
    this.#observer.disconnect();
  }

  #parse(): void {
    const text = this.#element.querySelector(':scope > script[type="application/json"]')?.textContent;
    if (!text || text === this.text) return;
    this.text = text;
    try {
      const values: SettingsInput | null = JSON.parse(text);
      this.values = Object.fromEntries(JSON_SETTINGS.map((name) => [name, values?.[name]]));
    } catch {
      // The check of the text reports the problem.
    }
    this.#changed();
  }
}
