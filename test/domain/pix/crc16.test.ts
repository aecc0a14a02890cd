import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { crc16 } from '../../../src/domain/pix/crc16.js';

/** The definition, bit by bit: polynomial 0x1021, start 0xFFFF, no reflection, no final xor. */
function crcByDefinition(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    for (let bit = 7; bit >= 0; bit--) {
      const isTapped = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) ^ (isTapped ? 0x1021 : 0)) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

describe('crc16', () => {
  it('gives the check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).to.equal('29B1');
  });

  it('starts at FFFF', () => {
    expect(crc16('')).to.equal('FFFF');
  });

  it('keeps leading zeros (wdev-qrcode-pix-php, issue 5)', () => {
    const text =
      '00020126590014br.gov.bcb.pix0137fulano_da_silva.recebedor@example.com520400005303986540510.005802BR5913Fulano de Tal6008BRASILIA62100506PED1906304';
    expect(crc16(text)).to.equal('007D');
  });

  it('is the definition, bit by bit, over UTF-8 bytes of any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => crc16(text) === crcByDefinition(text)));
  });
});
