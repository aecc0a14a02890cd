import calm from '../../src/themes/calm.css?raw';
import contrast from '../../src/themes/contrast.css?raw';
import warm from '../../src/themes/warm.css?raw';

/** A look to begin with. */
export interface Preset {
  id: string;
  label: string;
  /** The style sheet of the package; without one it is the shop's own, or none at all. */
  css?: string;
}

/** What the demo's shop has in its own style sheet. */
export const SHOP_PRESET = 'shop';

/** The looks, the shop's own first. */
export const presets: readonly Preset[] = [
  { id: SHOP_PRESET, label: 'Casa Neblina' },
  { id: 'default', label: 'Padrão' },
  { id: 'calm', label: 'Calmo', css: calm },
  { id: 'warm', label: 'Quente', css: warm },
  { id: 'contrast', label: 'Contraste', css: contrast },
];

const sheet = new CSSStyleSheet();

/** Dresses the checkout. The shop's own rules stand back while another look is on. */
export function applyPreset(checkout: HTMLElement, { id, css = '' }: Preset): void {
  if (id === SHOP_PRESET) delete checkout.dataset['preset'];
  else checkout.dataset['preset'] = id;
  sheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
