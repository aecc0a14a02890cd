import { createElement } from '../page/find-element.js';
import { blend, contrastOf, formatHex } from './color.js';
import type { Rgba } from './color.js';

/** Two colours that are next to each other, and the least contrast by WCAG 2.2: 4.5 for text, 3 for everything else. */
interface Pair {
  label: string;
  front: string;
  /** The colours behind, from the top to the bottom. The checkout's background is below them. */
  back: readonly string[];
  least: 4.5 | 3;
}

const PAIRS: readonly Pair[] = [
  { label: 'Texto do botão', front: '--balcao-on-accent', back: ['--balcao-accent'], least: 4.5 },
  { label: 'Texto', front: '--balcao-text', back: [], least: 4.5 },
  { label: 'Texto de apoio', front: '--balcao-muted', back: [], least: 4.5 },
  { label: 'Texto em avisos', front: '--balcao-text', back: ['--balcao-surface'], least: 4.5 },
  { label: 'Texto dos campos', front: '--balcao-field-text', back: ['--balcao-field'], least: 4.5 },
  { label: 'Erro', front: '--balcao-error', back: [], least: 4.5 },
  { label: 'Pago', front: '--balcao-good', back: [], least: 4.5 },
  { label: 'Sem confirmação', front: '--balcao-warn', back: [], least: 4.5 },
  { label: 'Destaque', front: '--balcao-accent', back: [], least: 3 },
  { label: 'Borda dos campos', front: '--balcao-border', back: ['--balcao-field'], least: 3 },
  { label: 'Anel de foco', front: '--balcao-focus', back: [], least: 3 },
];

const RATIO = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Renders the pairs of a theme, each with a sample and its contrast. Returns the number of pairs whose contrast is too low. */
export function renderContrast(list: HTMLElement, readToken: (name: string) => Rgba, page: Rgba): number {
  const ground = blend(readToken('--balcao-background'), page);
  const lines = PAIRS.map(({ label, front, back, least }) => {
    const below = back.reduceRight((under, name) => blend(readToken(name), under), ground);
    const above = blend(readToken(front), below);
    // Rounded down, so that a contrast below 4.5 is never shown as 4.5.
    const ratio = Math.floor(contrastOf(above, below) * 10) / 10;
    return { isWeak: ratio < least, line: createLine({ label, above, below, ratio, least }) };
  });
  list.replaceChildren(...lines.map(({ line }) => line));
  return lines.filter(({ isWeak }) => isWeak).length;
}

function createLine({ label, above, below, ratio, least }: { label: string; above: Rgba; below: Rgba; ratio: number; least: number }) {
  const line = createElement('li', 'pair');
  const isWeak = ratio < least;
  line.dataset['weak'] = String(isWeak);
  const sample = createElement('span', 'pair-sample');
  sample.setAttribute('aria-hidden', 'true');
  sample.style.setProperty('color', formatHex(above));
  sample.style.setProperty('background-color', formatHex(below));
  sample.append(least === 4.5 ? 'Aa' : createMark(above));
  const words = isWeak ? `${RATIO.format(ratio)}:1, o mínimo é ${RATIO.format(least)}:1` : `${RATIO.format(ratio)}:1`;
  line.append(sample, createElement('span', 'pair-label', label), createElement('span', 'pair-ratio', words));
  return line;
}

/** Creates the sample of a pair that is not text: a stroke. */
function createMark(color: Rgba): HTMLElement {
  const mark = createElement('span', 'pair-mark');
  mark.style.setProperty('background-color', formatHex(color));
  return mark;
}
