import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { readServiceMessage } from '../../../src/client/http/service-message.js';

describe('readServiceMessage', () => {
  it('leaves ordinary words as they are', () => {
    expect(readServiceMessage('Saldo insuficiente (código 51). Ligue 0800 123 4567.')).to.equal(
      'Saldo insuficiente (código 51). Ligue 0800 123 4567.',
    );
  });

  it('masks runs of 12 digits and more, with blanks and dashes between', () => {
    expect(readServiceMessage('n 411111111111 x')).to.equal('n •••• x');
    expect(readServiceMessage('4111-1111 - 1111\u00a01111')).to.equal('••••');
    expect(readServiceMessage('4111\u200b1111\u200b1111\u200b1111')).to.equal('••••');
    expect(readServiceMessage('41111111111')).to.equal('41111111111');
  });

  it('is one line without control characters', () => {
    expect(readServiceMessage(' a\n\tb\u0000c\u202ed ')).to.equal('a b cd');
  });

  it('has at most 200 characters, none cut in half', () => {
    expect(readServiceMessage('x'.repeat(500))).to.have.length(200);
    expect([...(readServiceMessage('😀'.repeat(500)) ?? '')].length).to.equal(200);
  });

  it('is nothing for what is no text or has none', () => {
    for (const value of [undefined, null, 7, {}, [], '', ' \n']) expect(readServiceMessage(value)).to.equal(undefined);
  });

  it('never holds twelve digits in a row, wherever it was cut', () => {
    const pieces = fc.constantFrom('4111', '1111', '1', ' ', '-', 'x', '\n', '\u200b', 'á');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 120 }), (parts) => {
        expect(readServiceMessage(parts.join('')) ?? '').to.not.match(/\d(?:[ -]?\d){11}/);
      }),
    );
  });
});
