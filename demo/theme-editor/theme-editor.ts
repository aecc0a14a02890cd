import { wireCopyButton } from '../page/copy-button.js';
import { createElement, findElement } from '../page/find-element.js';
import { blend, formatHex, readColor } from './color.js';
import { renderContrast } from './contrast-list.js';
import { applyTheme, SHOP_THEME, themes } from './themes.js';
import { createTokenControl } from './token-controls.js';
import { themeTokens } from './tokens.js';
import type { Rgba } from './color.js';
import type { Theme } from './themes.js';

const WHITE: Rgba = [255, 255, 255, 1];
const BLACK: Rgba = [0, 0, 0, 1];

/** Mounts the theme editor: a theme to start from, a control for every token, the contrast of the colours, and the CSS to copy. */
export function mountThemeEditor(checkout: HTMLElement): void {
  new ThemeEditor(checkout).mount();
}

class ThemeEditor {
  readonly #checkout: HTMLElement;
  /** The element that computes colours: its computed style has their values. */
  readonly #probe = createElement('span', '');
  readonly #changes = new Map<string, string>();
  readonly #controls = themeTokens.map((token) =>
    createTokenControl(token, {
      readColor: (text) => readColor(text, this.#probe),
      onChange: (name, value) => this.#change(name, value),
    }),
  );
  #theme: Theme = themes[0] ?? { id: SHOP_THEME, label: '' };

  constructor(checkout: HTMLElement) {
    this.#checkout = checkout;
  }

  mount(): void {
    this.#probe.hidden = true;
    this.#checkout.before(this.#probe);
    findElement('#theme-colors', HTMLElement).replaceChildren(...this.#listControls(true));
    findElement('#theme-sizes', HTMLElement).replaceChildren(...this.#listControls(false));
    const choices = findElement('#theme-choice', HTMLFieldSetElement);
    choices.append(...themes.map(createChoice));
    choices.addEventListener('change', ({ target }) => {
      const theme = themes.find(({ id }) => target instanceof HTMLInputElement && id === target.value);
      if (theme) this.#choose(theme);
    });
    findElement('#theme-reset', HTMLButtonElement).addEventListener('click', () => this.#choose(this.#theme));
    wireCopyButton(findElement('#theme-copy', HTMLButtonElement), () => this.#format());
    // The colours of a theme differ between light and dark.
    findElement('#theme-switch', HTMLFieldSetElement).addEventListener('change', () => this.#refresh());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  #listControls(isColor: boolean): HTMLElement[] {
    return this.#controls.filter(({ token }) => (token.kind === 'color') === isColor).map(({ element }) => element);
  }

  #choose(theme: Theme): void {
    this.#theme = theme;
    for (const name of this.#changes.keys()) this.#checkout.style.removeProperty(name);
    this.#changes.clear();
    applyTheme(this.#checkout, theme);
    this.#refresh();
  }

  #change(name: string, value: string): void {
    this.#changes.set(name, value);
    this.#checkout.style.setProperty(name, value);
    this.#refresh();
  }

  #refresh(): void {
    for (const { token, show } of this.#controls) show(this.#read(token.name));
    const page = this.#readPage();
    const weak = renderContrast(
      findElement('#theme-contrast', HTMLElement),
      (name) => readColor(this.#read(name), this.#probe) ?? BLACK,
      page,
    );
    const status = findElement('#theme-status', HTMLElement);
    const words =
      weak === 0
        ? 'Todos os pares de cores têm contraste suficiente.'
        : `Contraste baixo em ${weak === 1 ? '1 par' : `${weak} pares`} de cores.`;
    if (status.textContent !== words) status.textContent = words;
    status.dataset['weak'] = String(weak > 0);
    findElement('#theme-reset', HTMLButtonElement).disabled = this.#changes.size === 0;
    findElement('#theme-css', HTMLElement).textContent = this.#format();
  }

  /** Returns the value of a token, or its default in the present colour scheme. The default of the ring is the accent's colour. */
  #read(name: string): string {
    const set = this.#readSet(name);
    if (set !== '') return set;
    if (name === '--balcao-focus') return this.#read('--balcao-accent');
    const [light, dark] = themeTokens.find((token) => token.name === name)?.default ?? ['', ''];
    return this.#isDark() ? dark : light;
  }

  #readSet(name: string): string {
    return getComputedStyle(this.#checkout).getPropertyValue(name).trim();
  }

  #isDark(): boolean {
    return (readColor('CanvasText', this.#probe)?.[0] ?? 0) > 127;
  }

  /** Returns the colour of the page below the checkout. */
  #readPage(): Rgba {
    let color: Rgba = this.#isDark() ? BLACK : WHITE;
    const below: HTMLElement[] = [];
    for (let element = this.#checkout.parentElement; element; element = element.parentElement) below.unshift(element);
    for (const element of below) color = blend(readColor(getComputedStyle(element).backgroundColor, this.#probe) ?? color, color);
    return color;
  }

  /** Formats the CSS that gives a checkout the present theme. */
  #format(): string {
    const own = this.#theme.id === SHOP_THEME ? themeTokens.filter(({ name }) => this.#readSet(name) !== '').map(({ name }) => name) : [];
    const names = [...new Set([...own, ...this.#changes.keys()])];
    const rules = names.map((name) => `  ${name}: ${this.#formatValue(name)};\n`).join('');
    const theme = this.#theme.css?.trim();
    const parts = [theme, rules && `balcao-checkout {\n${rules}}`].filter(Boolean);
    return parts.length > 0 ? parts.join('\n\n') : '/* O tema padrão não pede CSS. */';
  }

  #formatValue(name: string): string {
    const value = this.#readSet(name);
    const color = themeTokens.find((token) => token.name === name)?.kind === 'color' ? readColor(value, this.#probe) : undefined;
    return color && color[3] === 1 ? formatHex(color) : value;
  }
}

function createChoice({ id, label }: Theme): HTMLLabelElement {
  const choice = createElement('label', '');
  const radio = createElement('input', '');
  radio.type = 'radio';
  radio.name = 'checkout-theme';
  radio.value = id;
  radio.checked = id === SHOP_THEME;
  choice.append(radio, createElement('span', '', label));
  return choice;
}
