import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Brand } from '../../../domain/card/brands.js';

/** A drawing on a small card of its own colour. */
interface Mark {
  plate: string;
  drawing: SVGTemplateResult;
}

/** Letters in the middle of a mark: as wide as they are drawn here, whatever font a device has for them. */
function drawWord(text: string, colour: string, size: number, width: number, more: { y?: number; x?: number; isSlanted?: boolean } = {}) {
  const { x = 17, y = 11 + size * 0.36, isSlanted = false } = more;
  return svg`<text x=${x} y=${y} fill=${colour} font-size=${size} font-style=${isSlanted ? 'italic' : 'normal'} textLength=${width} lengthAdjust="spacingAndGlyphs" .textContent=${text}></text>`;
}

/** Two discs, one over the other, and what they share. */
function drawDiscs(left: string, right: string, shared: string) {
  return svg`<circle cx="13.4" cy="11" r="6.2" fill=${left} /><circle cx="20.6" cy="11" r="6.2" fill=${right} /><path d="M17 5.95a6.2 6.2 0 0 1 0 10.1 6.2 6.2 0 0 1 0-10.1z" fill=${shared} />`;
}

/** Our own drawings: shapes and colours that hint at each brand, and nobody's artwork. */
const MARKS: Readonly<Record<Exclude<Brand, 'unknown'>, Mark>> = {
  visa: { plate: '#fff', drawing: drawWord('VISA', '#1a2a8c', 11, 24, { isSlanted: true }) },
  mastercard: { plate: '#fff', drawing: drawDiscs('#e5202b', '#f79a1f', '#ff6a13') },
  'american-express': { plate: '#1672c9', drawing: drawWord('AMEX', '#fff', 10, 25) },
  'diners-club': {
    plate: '#fff',
    drawing: svg`<circle cx="17" cy="11" r="7.6" fill="#1b5fa8" /><circle cx="17" cy="11" r="5.9" fill="#fff" /><path d="M15.8 6.7a4.5 4.5 0 0 0 0 8.6zm2.4 0a4.5 4.5 0 0 1 0 8.6z" fill="#1b5fa8" />`,
  },
  discover: {
    plate: '#fff',
    drawing: svg`<path d="M33 11.5v7a2.5 2.5 0 0 1-2.5 2.5H11.5C21 20.4 29 17.4 33 11.5z" fill="#f5862a" />${drawWord('DISCOVER', '#26262b', 6, 27, { y: 11 })}`,
  },
  jcb: {
    plate: '#fff',
    drawing: svg`<path d="M9.3 4h3v11.2A2.8 2.8 0 0 1 9.5 18h-3V6.8A2.8 2.8 0 0 1 9.3 4z" fill="#1160a8" /><path d="M17 4h3v11.2a2.8 2.8 0 0 1-2.8 2.8h-3V6.8A2.8 2.8 0 0 1 17 4z" fill="#cf2035" /><path d="M24.7 4h3v11.2a2.8 2.8 0 0 1-2.8 2.8h-3V6.8A2.8 2.8 0 0 1 24.7 4z" fill="#1d8f3e" />${drawWord('J', '#fff', 7, 3.4, { x: 9.4 })}${drawWord('C', '#fff', 7, 4.4, { x: 17.1 })}${drawWord('B', '#fff', 7, 4.4, { x: 24.8 })}`,
  },
  unionpay: {
    plate: '#fff',
    drawing: svg`<path d="M9.4 4H15l-2.9 14H6.5z" fill="#d9252f" /><path d="M15.7 4h5.6l-2.9 14h-5.6z" fill="#14477f" /><path d="M22 4h5.6l-2.9 14h-5.6z" fill="#10857f" />`,
  },
  maestro: { plate: '#fff', drawing: drawDiscs('#e5202b', '#1c9fe0', '#7274c4') },
  elo: {
    plate: '#111114',
    drawing: svg`<g fill="none" stroke-width="2.5"><path d="M6.4 7.3a4.6 4.6 0 0 1 6 .1" stroke="#fdc912" /><path d="M5.6 14.4a4.6 4.6 0 0 1-.7-5" stroke="#28a4df" /><path d="M13.9 10.6a4.6 4.6 0 0 1-5.9 5" stroke="#ec4436" /></g>${drawWord('elo', '#fff', 11, 14, { x: 23.5, y: 14.6 })}`,
  },
  hiper: { plate: '#f07a1c', drawing: drawWord('Hiper', '#fff', 10, 25, { isSlanted: true }) },
  hipercard: { plate: '#a81722', drawing: drawWord('Hipercard', '#fff', 7, 28, { isSlanted: true }) },
  aura: {
    plate: '#ffd83b',
    drawing: svg`<path d="M10 10.5a7 7 0 0 1 14 0z" fill="#f0742b" />${drawWord('AURA', '#1c4796', 7, 20, { y: 17.6 })}`,
  },
};

/** A card that may be of any brand, in the colour of the text around it. */
const ANY_CARD = svg`<g fill="none" stroke="currentColor" stroke-width="1.5"><rect x="5.5" y="3.5" width="23" height="15" rx="2.5" /><path d="M5.5 8.2h23M9.5 14h5" /></g>`;

/**
 * Draws the mark of a brand, 34 x 22 px, with an edge that shows on light and on dark; for `unknown` a card in the colour of the text. It is
 * a picture alone: whoever shows it says the brand's name.
 */
export function renderMark(brand: Brand): TemplateResult {
  return html`<svg
    width="34"
    height="22"
    viewBox="0 0 34 22"
    aria-hidden="true"
    font-family="Arial,Helvetica,sans-serif"
    font-weight="900"
    letter-spacing="0"
    text-anchor="middle"
  >
    ${brand === 'unknown' ? ANY_CARD : drawPlate(MARKS[brand])}
  </svg>`;
}

function drawPlate({ plate, drawing }: Mark): SVGTemplateResult {
  return svg`<rect x=".5" y=".5" width="33" height="21" rx="3.5" fill=${plate} stroke="#8887" />${drawing}`;
}
