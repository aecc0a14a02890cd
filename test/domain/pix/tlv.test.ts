import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { decodeTlv, encodeTlv } from '../../../src/domain/pix/tlv.js';

const ids = fc.integer({ min: 0, max: 99 }).map((id) => String(id).padStart(2, '0'));
const values = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => Array.from(value).length < 100);
const templates = fc.uniqueArray(fc.tuple(ids, values), { selector: ([id]) => id, maxLength: 12 });

describe('decodeTlv', () => {
  it('reads back what was written, in any script and with emoji', () => {
    fc.assert(
      fc.property(templates, (fields) => {
        const decoded = decodeTlv(encodeTlv(fields));
        expect(typeof decoded === 'string' ? decoded : [...decoded]).to.deep.equal(fields);
      }),
    );
  });

  it('counts characters, not bytes and not UTF-16 units', () => {
    const fields = decodeTlv('5904Pão!6002😀a');
    expect(typeof fields === 'string' ? fields : [...fields]).to.deep.equal([
      ['59', 'Pão!'],
      ['60', '😀a'],
    ]);
  });

  const faults = [
    ['a value cut short', '5905Loja', 'tlv-truncated'],
    ['a header cut short', '5904Loja60', 'tlv-truncated'],
    ['a length of zero', '5900', 'tlv-empty'],
    ['a length that is no number', '59+4Loja', 'tlv-header'],
    ['an ID that is no number', 'A904Loja', 'tlv-header'],
    ['digits of another script', '59٠٤Loja', 'tlv-header'],
    ['a repeated ID', '5901a5901a', 'tlv-duplicate'],
  ] as const;
  for (const [title, text, fault] of faults) {
    it(`refuses ${title}`, () => {
      expect(decodeTlv(text)).to.equal(fault);
    });
  }
});

describe('encodeTlv', () => {
  it('pads lengths to two digits and leaves absent fields out', () => {
    expect(
      encodeTlv([
        ['00', '01'],
        ['54', undefined],
        ['58', 'BR'],
      ]),
    ).to.equal('0002015802BR');
  });

  it('takes 99 characters and refuses none and 100', () => {
    expect(encodeTlv([['59', 'é'.repeat(99)]])).to.have.length(103);
    for (const value of ['', 'x'.repeat(100)]) {
      expect(() => encodeTlv([['59', value]]))
        .to.throw()
        .that.satisfies(isCheckoutError)
        .and.has.property('code', 'invalid-input');
    }
  });
});
