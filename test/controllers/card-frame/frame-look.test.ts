import { expect } from '@open-wc/testing';
import { parseFamilies } from '../../../src/controllers/card-frame/frame-look.js';

describe('parseFamilies', () => {
  for (const [written, families] of [
    ['system-ui, sans-serif', ['system-ui', 'sans-serif']],
    ['"Open Sans", \'Noto Sans JP\', serif', ['Open Sans', 'Noto Sans JP', 'serif']],
    ['"Fira, Code", serif', ['serif']],
    ['"a\\"b", url(x), Arial', ['Arial']],
    ['', []],
  ] as const) {
    it(`reads ${written || 'nothing'} as ${families.join(' and ') || 'nothing'}`, () => {
      expect(parseFamilies(written)).to.deep.equal(families);
    });
  }

  it('reads as many as a look has room for', () => {
    expect(parseFamilies(Array.from({ length: 30 }, (_, index) => `Font${index}`).join(', '))).to.have.length(20);
  });
});
