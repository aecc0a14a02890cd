import calm from '../../src/themes/calm.css?raw';
import contrast from '../../src/themes/contrast.css?raw';
import warm from '../../src/themes/warm.css?raw';

/** A theme to start from. */
export interface Theme {
  id: string;
  label: string;
  /** The style sheet from the package. The shop's own theme and the default theme have none. */
  css?: string;
}

/** The id of the theme in the shop's own style sheet. */
export const SHOP_THEME = 'shop';

/** The themes, beginning with the shop's own. */
export const themes: readonly Theme[] = [
  { id: SHOP_THEME, label: 'Casa Neblina' },
  { id: 'default', label: 'Padrão' },
  { id: 'calm', label: 'Calmo', css: calm },
  { id: 'warm', label: 'Quente', css: warm },
  { id: 'contrast', label: 'Contraste', css: contrast },
];

const sheet = new CSSStyleSheet();

/** Applies a theme to the checkout. The shop's own rules do not apply while another theme is set. */
export function applyTheme(checkout: HTMLElement, { id, css = '' }: Theme): void {
  if (id === SHOP_THEME) delete checkout.dataset['theme'];
  else checkout.dataset['theme'] = id;
  sheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
