import { CSSResult, LitElement, type PropertyDeclarations } from 'lit';
import { getShadowHost } from '../../controllers/page/shadow-host.js';
import { getAttribute, getRow, SETTING_NAMES, type SettingsInput } from '../../controllers/settings/settings.js';
import { keepFieldKeys } from './field-keys.js';
import { addStyles, restoreStyles } from '../../controllers/page/adopted-styles.js';

/** Lit's element with a property for each setting. Lit creates the properties from the table `SETTINGS`. */
const SettingsBase: Pick<typeof LitElement, keyof typeof LitElement> & (new () => LitElement & SettingsInput) = LitElement;

/**
 * The base of every Balcão element: it has the settings as attributes and properties. Inside a `<balcao-checkout>` the settings of the
 * checkout are the defaults of the elements in it.
 *
 * @attr {'pt-BR' | 'en' | 'es' | string} lang - the language; the nearest `lang` in the page wins. Default `pt-BR`
 * @cssprop [--balcao-accent=light-dark(#0a6e52, #53cfa4)] - pay button, and chosen options
 * @cssprop [--balcao-on-accent=light-dark(#fff, #04271b)] - text on the accent
 * @cssprop [--balcao-text=currentcolor] - text; by default the colour of the page's text
 * @cssprop [--balcao-muted=light-dark(#535e59, #a8b3ae)] - secondary text
 * @cssprop [--balcao-surface=#8881] - background of the summary, of outcomes and of the row under the pointer
 * @cssprop [--balcao-field=light-dark(Field, #212725)] - background of fields and cards
 * @cssprop [--balcao-field-text=FieldText] - text in fields and cards
 * @cssprop [--balcao-border=light-dark(#76807c, #8b9691)] - border of controls
 * @cssprop [--balcao-line=#8886] - dividing lines
 * @cssprop [--balcao-focus=var(--balcao-accent)] - focus ring; by default the accent
 * @cssprop [--balcao-error=light-dark(#b3261e, #ffb4ab)] - errors, and payments that were not made
 * @cssprop [--balcao-good=light-dark(#146c3c, #6fdd9d)] - payments that were made
 * @cssprop [--balcao-warn=light-dark(#8a5200, #ffc56b)] - unknown results
 * @cssprop [--balcao-font=inherit] - font family
 * @cssprop [--balcao-font-size=max(1rem, 16px)] - size of text; every other size is relative to it
 * @cssprop [--balcao-gap=16px] - space between controls; other spaces are relative to it
 * @cssprop [--balcao-radius=10px] - radius of corners
 * @cssprop [--balcao-label-color=var(--balcao-text)] - labels of fields
 * @cssprop [--balcao-button-radius=var(--balcao-radius)] - radius of the corners of buttons
 * @cssprop [--balcao-button-weight=600] - weight of the text of buttons
 * @cssprop [--balcao-control-height=48px] - minimum height of fields and buttons
 */
export abstract class SettingsElement extends SettingsBase {
  static override properties: PropertyDeclarations = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, { ...getRow(name), attribute: getAttribute(name) }]),
  );

  /** The names of the parts that the element renders, also in nested elements, separated by commas. */
  protected readonly parts: string = '';

  readonly #styles: readonly CSSResult[];

  /** A property that a framework has written before the element was registered hides the accessor of this name: it is written again. */
  constructor() {
    super();
    this.#styles = new.target.elementStyles.filter((style) => style instanceof CSSResult);
    for (const [name, value] of Object.entries(this)) {
      if (!(name in new.target.prototype)) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /** Lit's method sets style sheets that only the document of this script accepts. The element may be in a document of another window. */
  protected override createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.renderOptions.renderBefore ??= root.firstChild;
    addStyles(root, ...this.#styles);
    keepFieldKeys(root);
    return root;
  }

  /** Sets the styles again after the element was moved to another document. */
  adoptedCallback(): void {
    if (this.shadowRoot) restoreStyles(this.shadowRoot);
  }

  /** Exports the parts from the shadow root around the element, so that a page can style them by the same names. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (getShadowHost(this) && !this.hasAttribute('exportparts')) this.setAttribute('exportparts', this.parts);
  }
}
