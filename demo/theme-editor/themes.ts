import calm from '../../src/themes/calm.css?raw';
import contrast from '../../src/themes/contrast.css?raw';
import warm from '../../src/themes/warm.css?raw';

/** A theme to begin with. */
export interface Theme {
  id: string;
  label: string;
  /** The style sheet of the package; without one it is the shop's own, or none at all. */
  css?: string;
}

/** What the demo's shop has in its own style sheet. */
export const SHOP_THEME = 'shop';

/** The themes, the shop's own first. */
export const themes: readonly Theme[] = [
  { id: SHOP_THEME, label: 'Casa Neblina' },
  { id: 'default', label: 'Padrão' },
  { id: 'calm', label: 'Calmo', css: calm },
  { id: 'warm', label: 'Quente', css: warm },
  { id: 'contrast', label: 'Contraste', css: contrast },
];

const sheet = new CSSStyleSheet();

/** Dresses the checkout. The shop's own rules stand back while another theme is on. */
export function applyTheme(checkout: HTMLElement, { id, css = '' }: Theme): void {
  if (id === SHOP_THEME) delete checkout.dataset['theme'];
  else checkout.dataset['theme'] = id;
  sheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
