import { expect } from '@open-wc/testing';
import { findDigitRuns, parseGlyphs } from '../../../src/domain/card/readable-text.js';

function read(text: string): string {
  return parseGlyphs(text)
    .map(({ reading }) => reading)
    .join('');
}

describe('parseGlyphs', () => {
  it('reads the ten decimal digits of every script in their order', () => {
    const rows = [
      '٠١٢٣٤٥٦٧٨٩',
      '۰۱۲۳۴۵۶۷۸۹',
      '०१२३४५६७८९',
      '๐๑๒๓๔๕๖๗๘๙',
      '᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉',
      '᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙',
      '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
      '𑁦𑁧𑁨𑁩𑁪𑁫𑁬𑁭𑁮𑁯',
      '０１２３４５６７８９',
    ];
    for (const row of [...rows, '〇一二三四五六七八九', '⓪①②③④⑤⑥⑦⑧⑨', '⓿❶❷❸❹❺❻❼❽❾', '₀₁₂₃₄₅₆₇₈₉']) {
      expect(read(row), row).to.equal('0123456789');
    }
  });

  it('reads letters small, and nothing else', () => {
    expect(read('Olá, É𝕏! — ✅ ª')).to.equal('oláéxa');
  });
});

describe('findDigitRuns', () => {
  it('finds twelve digits and more that no letter parts', () => {
    expect(findDigitRuns(parseGlyphs('1234 5678-9012')).size).to.equal(12);
    expect(findDigitRuns(parseGlyphs('1234 5678-901')).size).to.equal(0);
    expect(findDigitRuns(parseGlyphs('123456 x 789012')).size).to.equal(0);
    expect([...findDigitRuns(parseGlyphs('1 x 123456789012 y 2'))]).to.deep.equal(Array.from({ length: 12 }, (_, at) => at + 4));
  });
});
