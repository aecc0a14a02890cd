import { expect } from '@open-wc/testing';
import { parseCardText } from '../../../src/domain/card/card-text.js';

const VISA = '4111111111111111';

describe('parseCardText', () => {
  const whole = { number: VISA, expirationDate: '12/30', securityCode: '123' };
  for (const text of [
    '4111 1111 1111 1111 12/30 123',
    '4111111111111111 12/30 123',
    '4111-1111-1111-1111-12/30-123',
    '4111 1111 1111 1111\n12/30\n123',
    '4111.1111.1111.1111;12/30;123',
    '4111111111111111|12|30|123',
    '4111 1111 1111 1111 123 12/30',
    '123 12/30 4111 1111 1111 1111',
    '4111 1111 1111 1111 1230 123',
    '4111 1111 1111 1111 12 30 123',
    '4111111111111111 1230 123',
    'Cartão: 4111 1111 1111 1111\nValidade: 12/30\nCVV: 123',
    'Número do cartão 4111 1111 1111 1111, val. 12 / 30, código de segurança: 123',
    'MARIA DA SILVA\n4111 1111 1111 1111\nCVV2: 123\n12–30',
    'Código do cartão: 4111 1111 1111 1111 12/30 123',
    'CVV 123 12/30, 4111 1111 1111 1111',
    'Visa 1: 4111 1111 1111 1111 exp 12/30 cvc 123',
    'CPF 123.456.789-09 fone 11 98765-4321, Visa 4111 1111 1111 1111 12/30 cvv 123',
    '４１１１ １１１１ １１１１ １１１１ １２/３０ １２３',
  ])
    it(`reads all three in ${JSON.stringify(text)}`, () => expect(parseCardText(text)).to.deep.equal(whole));

  const others: [string, object][] = [
    ['4111 1111 1111 1111 12/2030 123', { ...whole, expirationDate: '12/2030' }],
    ['4111 1111 1111 1111 2030-12 123', { ...whole, expirationDate: '12/2030' }],
    ['4111 1111 1111 1111 2030 / 12 123', { ...whole, expirationDate: '12/2030' }],
    ['4111 1111 1111 1111 2030-8 123', { ...whole, expirationDate: '8/2030' }],
    ['4111\u200b1111\u200b1111\u200b1111 12\u200b/30 123', whole],
    ['4111 1111 1111 1111 122030 123', { ...whole, expirationDate: '12/2030' }],
    ['3714 496353 98431 08/31 1234', { number: '371449635398431', expirationDate: '08/31', securityCode: '1234' }],
    ['371449635398431 0831 1234', { number: '371449635398431', expirationDate: '08/31', securityCode: '1234' }],
    ['4111 1111 1111 1111 12/30', { number: VISA, expirationDate: '12/30' }],
    ['4111 1111 1111 1111 1230', { number: VISA, expirationDate: '12/30' }],
    ['4111 1111 1111 1111 cvv 123', { number: VISA, securityCode: '123' }],
    ['4111 1111 1111 1111 124', { number: VISA, securityCode: '124' }],
    // A wrong digit: what stands behind the number is told from it all the same.
    ['4111 1111 1111 1112 12/30 123', { ...whole, number: '4111111111111112' }],
    ['4111 1111 1111 1112 1230 123', { ...whole, number: '4111111111111112' }],
    ['4111 1111 1111 1112 123 12/30', { ...whole, number: '4111111111111112' }],
    // Twelve digits that happen to be a number of the brand are not told from the rest of it.
    ['6304 0000 0000 0000 12/30 123', { number: '6304000000000000', expirationDate: '12/30', securityCode: '123' }],
  ];
  for (const [text, card] of others)
    it(`reads ${JSON.stringify(card)} in ${JSON.stringify(text)}`, () => expect(parseCardText(text)).to.deep.equal(card));

  for (const text of [
    '',
    'MARIA DA SILVA',
    '12/30 123',
    VISA,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'Visa 4111 1111 1111 1111',
    '4111 1111 1111 1112',
    '3714 496353 98431',
    '5018 0000 0009',
    '4222 2222 2222 2',
    '4111 1111 1111 1111 003',
    '4111 1111',
  ])
    it(`leaves ${JSON.stringify(text)} to the field`, () => expect(parseCardText(text)).to.equal(undefined));

  it('leaves a text that is longer than any card to the field', () =>
    expect(parseCardText(`4111 1111 1111 1111 12/30 123${' x'.repeat(250)}`)).to.equal(undefined));
});
