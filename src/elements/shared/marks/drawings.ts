import type { Brand } from '../../../domain/card/brands.js';
import type { ChargeMethod } from '../../../domain/order/charge.js';
import { PIX_ARMS } from './pix-arms.js';

/** The name of a mark. `unknown` is a card without a brand. */
export type Mark = Brand | ChargeMethod;

/** The attributes of an SVG element. All are text, as in markup: for fractions that are converted, V8 would keep a cache of 48 KiB. */
export type Attributes = Readonly<Record<string, string>>;

/** The drawing of a brand, or of Pix, on a grid of 34 x 22. */
export interface Drawing {
  /** The colour of a small card behind the drawing. By default there is no card. */
  plate?: string;
  /** The attributes of each path. */
  paths?: readonly Attributes[];
  /** A word on top of the paths. */
  word?: { text: string } & Attributes;
}

const WHITE = '#fff';

/** Draws letters or a sign as lines. */
function drawLines(d: string, stroke: string, width = '1.8', more?: Attributes): Attributes {
  return { d, stroke, 'stroke-width': width, 'stroke-linejoin': 'bevel', fill: 'none', ...more };
}

/** Draws two discs that overlap. */
function drawDiscs(left: string, right: string): Attributes[] {
  const disc = 'a6.2 6.2 0 0 1 0 12.4 6.2 6.2 0 0 1 0-12.4z';
  return [
    { d: `M13.4 4.8${disc}`, fill: left },
    { d: `M20.6 4.8${disc}`, fill: right, opacity: '.85' },
  ];
}

/** Draws a word in the middle of a card, with its baseline at `y`. Its width is fixed, since each device may have another font. */
function drawWord(
  text: string,
  fill: string,
  { size, width, y }: Record<'size' | 'width' | 'y', string>,
  more?: Attributes,
): { text: string } & Attributes {
  const place = { x: '17', y, 'text-anchor': 'middle', textLength: width, lengthAdjust: 'spacingAndGlyphs' };
  const font = { 'font-size': size, 'font-weight': '900', 'font-family': 'Arial,Helvetica,sans-serif', 'letter-spacing': '0' };
  return { text, fill, ...place, ...font, ...more };
}

const SLANTED: Attributes = { 'font-style': 'italic' };

/** The drawings of all marks. They are our own: their shapes and colours hint at each brand, without its artwork. */
export const DRAWINGS: Readonly<Record<Mark, Drawing>> = {
  visa: {
    plate: WHITE,
    paths: [
      drawLines(
        'M7 7.2 9.3 14.6h.4L13 7.2M16.2 7v8M23.3 8.7c-1.5-1.5-4.3-1-4.3.6 0 1.9 4.2 1.2 4.2 3.3 0 1.8-3 2.2-4.6.6M24.9 15l3.2-7.4h.4L30.6 15M26.2 12.7h3.6',
        '#1a2a8c',
        '1.9',
        { transform: 'translate(1.4) skewX(-12)' },
      ),
    ],
  },
  mastercard: { plate: WHITE, paths: drawDiscs('#e5202b', '#f79a1f') },
  'american-express': {
    plate: '#1672c9',
    paths: [
      drawLines(
        'M4 15 6.8 7.5h.4L10 15M5 12.6h4M12 15V7.5l2.9 4.3 2.9-4.3V15M24 7.4h-3.7v7.2H24M20.3 11h3.4M25.2 7l4.9 8m0-8-4.9 8',
        WHITE,
      ),
    ],
  },
  'diners-club': {
    plate: WHITE,
    paths: [
      { d: 'M17 3.4a7.6 7.6 0 0 1 0 15.2 7.6 7.6 0 0 1 0-15.2z', fill: '#1b5fa8' },
      { d: 'M17 5.1a5.9 5.9 0 0 1 0 11.8 5.9 5.9 0 0 1 0-11.8z', fill: WHITE },
      { d: 'M15.8 6.7a4.5 4.5 0 0 0 0 8.6zm2.4 0a4.5 4.5 0 0 1 0 8.6z', fill: '#1b5fa8' },
    ],
  },
  discover: {
    plate: WHITE,
    paths: [{ d: 'M33 11.5v7a2.5 2.5 0 0 1-2.5 2.5H11.5C21 20.4 29 17.4 33 11.5z', fill: '#f5862a' }],
    word: drawWord('DISCOVER', '#26262b', { size: '6', width: '27', y: '11' }),
  },
  jcb: {
    plate: WHITE,
    paths: [
      { d: 'M9.3 4h3v11.2A2.8 2.8 0 0 1 9.5 18h-3V6.8A2.8 2.8 0 0 1 9.3 4z', fill: '#1160a8' },
      { d: 'M17 4h3v11.2a2.8 2.8 0 0 1-2.8 2.8h-3V6.8A2.8 2.8 0 0 1 17 4z', fill: '#cf2035' },
      { d: 'M24.7 4h3v11.2a2.8 2.8 0 0 1-2.8 2.8h-3V6.8A2.8 2.8 0 0 1 24.7 4z', fill: '#1d8f3e' },
      drawLines(
        'M10.4 8.8v3.3q0 1.2-1.2 1.2H8.3M18.6 9.6q-3.2-1-3.2 1.5t3.2 1.5M23.4 8.8h1.5q2.2 1 0 2.2h-1.5m1.5 0q2.6 1.1 0 2.3h-1.5V8.8',
        WHITE,
        '1',
      ),
    ],
  },
  unionpay: {
    plate: WHITE,
    paths: [
      { d: 'M9.4 4H15l-2.9 14H6.5z', fill: '#d9252f' },
      { d: 'M15.7 4h5.6l-2.9 14h-5.6z', fill: '#14477f' },
      { d: 'M22 4h5.6l-2.9 14h-5.6z', fill: '#10857f' },
    ],
  },
  maestro: { plate: WHITE, paths: drawDiscs('#e5202b', '#1c9fe0') },
  elo: {
    plate: '#111114',
    paths: [
      drawLines('M6.4 7.3a4.6 4.6 0 0 1 6 .1', '#fdc912', '2.5'),
      drawLines('M5.6 14.4a4.6 4.6 0 0 1-.7-5', '#28a4df', '2.5'),
      drawLines('M13.9 10.6a4.6 4.6 0 0 1-5.9 5', '#ec4436', '2.5'),
      drawLines('M16.6 11.9h4.3a2.2 2.2 0 1 0-.7 1.6M23.2 6.8v7.4M27.5 9.5a2.2 2.2 0 0 1 0 4.4 2.2 2.2 0 0 1 0-4.4z', WHITE, '1.6'),
    ],
  },
  hiper: { plate: '#f07a1c', word: drawWord('Hiper', WHITE, { size: '10', width: '25', y: '14.6' }, SLANTED) },
  hipercard: { plate: '#a81722', word: drawWord('Hipercard', WHITE, { size: '7', width: '28', y: '13.52' }, SLANTED) },
  aura: {
    plate: '#ffd83b',
    paths: [{ d: 'M10 10.5a7 7 0 0 1 14 0z', fill: '#f0742b' }],
    word: drawWord('AURA', '#1c4796', { size: '7', width: '20', y: '17.6' }),
  },
  // Its colour is that of pixMarkStyles.
  pix: { paths: [{ d: PIX_ARMS, transform: 'translate(6) scale(.917)' }] },
  boleto: { paths: [drawLines('M7 4v14m3 0V4m4 0v14m6 0V4m3 0v14m4 0V4', 'currentColor')] },
  unknown: {
    paths: [
      drawLines(
        'M8 3.5h18a2.5 2.5 0 0 1 2.5 2.5v10a2.5 2.5 0 0 1-2.5 2.5H8A2.5 2.5 0 0 1 5.5 16V6A2.5 2.5 0 0 1 8 3.5zM5.5 8.2h23M9.5 14h5',
        'currentColor',
        '1.5',
      ),
    ],
  },
};
