import { LitElement, type PropertyDeclarations } from 'lit';
import { SETTINGS, type SettingsInput } from '../../controllers/settings/settings.js';

/** Lit's element, with a property for each setting: Lit makes them of the table. */
const SettingsBase: Pick<typeof LitElement, keyof typeof LitElement> & (new () => LitElement & SettingsInput) = LitElement;

/**
 * The settings that every Balcão element takes as attributes and properties, and nothing else. Inside a
 * `<balcao-checkout>` the checkout's settings are the defaults of what it holds.
 *
 * @attr {'pt-BR' | 'en' | 'es' | string} lang - the language; the nearest `lang` in the page wins. Default `pt-BR`
 * @cssprop [--balcao-accent=light-dark(#0a6e52, #53cfa4)] - pay button, and what is chosen
 * @cssprop [--balcao-on-accent=light-dark(#fff, #04271b)] - text on the accent
 * @cssprop [--balcao-text=currentcolor] - text; the colour of the page's own where it is not set
 * @cssprop [--balcao-muted=light-dark(#535e59, #a8b3ae)] - text of less weight
 * @cssprop [--balcao-surface=#8881] - behind the summary, outcomes and the row that is pointed at
 * @cssprop [--balcao-field=light-dark(Field, #212725)] - inside of fields and cards
 * @cssprop [--balcao-field-text=FieldText] - text in fields and cards
 * @cssprop [--balcao-border=light-dark(#76807c, #8b9691)] - border of controls
 * @cssprop [--balcao-line=#8886] - lines between things
 * @cssprop [--balcao-focus=var(--balcao-accent)] - focus ring; the accent where it is not set
 * @cssprop [--balcao-error=light-dark(#b3261e, #ffb4ab)] - errors, and what was not paid
 * @cssprop [--balcao-good=light-dark(#146c3c, #6fdd9d)] - what is paid
 * @cssprop [--balcao-warn=light-dark(#8a5200, #ffc56b)] - what is not known
 * @cssprop [--balcao-font=inherit] - font family
 * @cssprop [--balcao-font-size=max(1rem, 16px)] - size of text, from which every other size follows
 * @cssprop [--balcao-gap=16px] - space between controls, from which other spaces follow
 * @cssprop [--balcao-radius=10px] - radius of corners
 * @cssprop [--balcao-control-height=48px] - least height of fields and buttons
 */
export abstract class SettingsElement extends SettingsBase {
  static override properties: PropertyDeclarations = SETTINGS;

  /** Names of the parts that are rendered here, also in nested elements. */
  protected readonly parts: string = '';

  /** Exports the parts: inside another element, they can be styled there by the same names. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.getRootNode() instanceof ShadowRoot && !this.hasAttribute('exportparts')) this.setAttribute('exportparts', this.parts);
  }
}
