import { expect } from '@open-wc/testing';
import { drawItf } from '../../../src/domain/boleto/itf.js';
import { BANKS, buildBoleto } from './boleto-digits.js';

/** The widths of bars and spaces in turn, from the first bar on, as they are drawn. */
function measure({ width, path }: ReturnType<typeof drawItf>): number[] {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1h-(\d+)z/g)].map(([, x, wide, back]) => {
    expect(back, 'each bar ends where it began').to.equal(wide);
    return { x: Number(x), width: Number(wide) };
  });
  expect(bars.map(({ x, width: each }) => `M${x} 0h${each}v1h-${each}z`).join(''), 'nothing else is drawn').to.equal(path);
  expect(bars[0]?.x, 'the quiet zone before').to.equal(10);
  const last = bars.at(-1);
  expect(width - (last ? last.x + last.width : 0), 'the quiet zone after').to.equal(10);
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1];
    return next ? [bar.width, next.x - bar.x - bar.width] : [bar.width];
  });
}

/** Which of a digit's five elements are wide, by the weights 1, 2, 4, 7 and parity: the standard's own rule, but for 0. */
function widen(digit: number): number[] {
  const weights = [1, 2, 4, 7];
  const pair = weights.flatMap((one, first) =>
    weights.slice(first + 1).map((two, offset) => ({ sum: one + two, at: [first, first + 1 + offset] })),
  );
  const value = digit === 0 ? 11 : digit;
  const at = pair.find(({ sum }) => sum === value)?.at ?? [weights.indexOf(value), 4];
  return [0, 1, 2, 3, 4].map((index) => (at.includes(index) ? 3 : 1));
}

describe('drawItf', () => {
  it('draws each digit by the weights of the standard, the first of a pair in bars and the second in spaces', () => {
    for (let pair = 0; pair < 100; pair += 1) {
      const digits = String(pair).padStart(2, '0');
      const [bars, spaces] = [widen(Math.floor(pair / 10)), widen(pair % 10)];
      const middle = bars.flatMap((bar, index) => [bar, spaces[index]]);
      expect(measure(drawItf(digits)), digits).to.deep.equal([1, 1, 1, 1, ...middle, 3, 1, 1]);
    }
  });

  it('is 425 modules wide for the digits of every bank, of which 20 are quiet', () => {
    for (const { bank, freeField } of BANKS) {
      const drawing = drawItf(buildBoleto({ bank, freeField, amountCents: 149_90, dueDate: '2026-12-07' }).barcode);
      expect(drawing.width).to.equal(425);
      const widths = measure(drawing);
      expect(widths.reduce((sum, each) => sum + each, 0)).to.equal(405);
      expect(new Set(widths)).to.deep.equal(new Set([1, 3]));
    }
  });
});
