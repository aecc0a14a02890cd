import { createElement } from '../page/find-element.js';
import { formatHex } from './color.js';
import { findRange } from './tokens.js';
import type { Rgba } from './color.js';
import type { Token } from './tokens.js';

/** The control with which a person changes one token. */
export interface TokenControl {
  token: Token;
  element: HTMLElement;
  /** Shows the present value. */
  show(value: string): void;
}

/** The functions that the controls need. */
export interface ControlParts {
  readColor: (text: string) => Rgba | undefined;
  /** Called with a new value, which is valid in CSS. */
  onChange: (name: string, value: string) => void;
}

const FONTS: readonly (readonly [css: string, label: string])[] = [
  ['inherit', 'A da página'],
  ['system-ui, sans-serif', 'Do sistema'],
  ["Georgia, 'Times New Roman', serif", 'Com serifa'],
  ['ui-rounded, Nunito, system-ui, sans-serif', 'Arredondada'],
  ['ui-monospace, Menlo, Consolas, monospace', 'Monoespaçada'],
];

/** Creates the control for the kind of a token. */
export function createTokenControl(token: Token, parts: ControlParts): TokenControl {
  if (token.kind === 'color') return createColorControl(token, parts);
  if (token.kind === 'image') return createImageControl(token, parts);
  return token.kind === 'font' ? createFontControl(token, parts) : createSizeControl(token, parts);
}

/** Creates a palette and, beside it, a field with the colour in CSS, for colours that a palette cannot express. */
function createColorControl(token: Token, { readColor, onChange }: ControlParts): TokenControl {
  const element = createElement('div', 'token token-color');
  const palette = createElement('input', 'token-palette');
  palette.type = 'color';
  palette.id = createId(token);
  const text = createElement('input', 'token-text');
  text.spellcheck = false;
  text.autocomplete = 'off';
  text.setAttribute('aria-label', `${token.label}, em CSS`);
  palette.addEventListener('input', () => onChange(token.name, palette.value));
  text.addEventListener('change', () => {
    const value = text.value.trim();
    const isColor = readColor(value) !== undefined;
    text.setAttribute('aria-invalid', String(!isColor));
    if (isColor) onChange(token.name, value);
  });
  element.append(palette, createLabel(token), text);
  return {
    token,
    element,
    show(value) {
      const color = readColor(value);
      if (color) palette.value = formatHex(color);
      text.removeAttribute('aria-invalid');
      text.value = color && color[3] === 1 ? formatHex(color) : value;
    },
  };
}

function createSizeControl(token: Token, { onChange }: ControlParts): TokenControl {
  const element = createElement('div', 'token token-size');
  const { min, max, step } = findRange(token);
  const unit = /[a-z]*$/.exec(token.default[0])?.[0] ?? '';
  const slider = createElement('input', 'token-slider');
  slider.type = 'range';
  slider.id = createId(token);
  [slider.min, slider.max, slider.step] = [String(min), String(max), String(step)];
  const output = createElement('output', 'token-value');
  output.htmlFor.add(slider.id);
  slider.addEventListener('input', () => onChange(token.name, `${slider.value}${unit}`));
  element.append(createLabel(token), output, slider);
  return {
    token,
    element,
    show(value) {
      slider.value = String(Number.parseFloat(value));
      slider.setAttribute('aria-valuetext', value);
      output.value = value;
    },
  };
}

function createImageControl(token: Token, { onChange }: ControlParts): TokenControl {
  const element = createElement('div', 'token field');
  const text = createElement('input', '');
  text.id = createId(token);
  text.placeholder = 'url(…)';
  text.addEventListener('change', () => {
    const value = text.value.trim() || token.default[0];
    const isImage = CSS.supports('background-image', value);
    text.setAttribute('aria-invalid', String(!isImage));
    if (isImage) onChange(token.name, value);
  });
  element.append(createLabel(token), text);
  return {
    token,
    element,
    show(value) {
      text.removeAttribute('aria-invalid');
      text.value = value === token.default[0] ? '' : value;
    },
  };
}

function createFontControl(token: Token, { onChange }: ControlParts): TokenControl {
  const element = createElement('div', 'token field');
  const select = createElement('select', '');
  select.id = createId(token);
  select.append(...FONTS.map(([css, label]) => new Option(label, css)));
  select.addEventListener('change', () => onChange(token.name, select.value));
  element.append(createLabel(token), select);
  return {
    token,
    element,
    show(value) {
      select.value = FONTS.find(([css]) => css === value)?.[0] ?? 'inherit';
    },
  };
}

function createLabel(token: Token): HTMLLabelElement {
  const label = createElement('label', 'token-label', token.label);
  label.htmlFor = createId(token);
  label.title = token.name;
  return label;
}

function createId({ name }: Token): string {
  return `token${name.slice(1)}`;
}
