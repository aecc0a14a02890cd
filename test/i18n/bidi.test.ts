import { expect } from '@open-wc/testing';
import { isolateName, stripBidiControls } from '../../src/i18n/bidi.js';

describe('names of others', () => {
  it('keep no character that steers the direction of what is around them', () => {
    for (const code of [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]) {
      const name = `Vi${String.fromCodePoint(code)}sa`;
      expect(stripBidiControls(name), code.toString(16)).to.equal('Visa');
      expect(isolateName(name)).to.equal('Visa');
    }
  });

  it('are isolated where they are written from right to left, and else as they are', () => {
    for (const name of ['כרטיס', 'بطاقة', 'Visa של אמא', 'ﬡ', '\u{1e900}']) expect(isolateName(name)).to.equal(`\u2068${name}\u2069`);
    for (const name of ['Cartão da mãe', 'Кухня', '卡', '', '💳']) expect(isolateName(name)).to.equal(name);
    expect(isolateName('\u2069כרטיס')).to.equal('\u2068כרטיס\u2069');
  });
});
