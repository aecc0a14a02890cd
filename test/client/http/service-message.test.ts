import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { parseResponseDetails, cleanServiceMessage } from '../../../src/client/http/service-message.js';
import { rememberToken } from '../../../src/client/tokens/page-tokens.js';

/** A public test card, and one whose digits repeat less. */
const card = { number: '4111111111111111', securityCode: '123' };
const mixedCard = { number: '4111555599990006', securityCode: '123' };

describe('cleanServiceMessage', () => {
  it('leaves ordinary words as they are', () => {
    expect(cleanServiceMessage('Saldo insuficiente (código 51). Ligue 0800 123 4567.')).to.equal(
      'Saldo insuficiente (código 51). Ligue 0800 123 4567.',
    );
  });

  it('masks runs of 12 digits and more, with blanks and dashes between', () => {
    expect(cleanServiceMessage('n 411111111111 x')).to.equal('n •••• x');
    expect(cleanServiceMessage('4111-1111 - 1111\u00a01111')).to.equal('••••');
    expect(cleanServiceMessage('4111\u200b1111\u200b1111\u200b1111')).to.equal('••••');
    expect(cleanServiceMessage('41111111111')).to.equal('41111111111');
  });

  it('leaves digits with letters between, which no card number has', () => {
    expect(cleanServiceMessage('NSU 123456 de 22/11/2026, código 51', card)).to.equal('NSU 123456 de 22/11/2026, código 51');
    expect(cleanServiceMessage('Cartão 411111 final 1111 recusado', card)).to.equal('Cartão 411111 final 1111 recusado');
  });

  it('masks runs of digits whatever stands between but letters, in any script', () => {
    for (const run of [
      '4111.1111.1111',
      '4111, 1111; (1111) 1111',
      '٤١١١١١١١١١١١١١١١',
      '۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱',
      '４１１１１１１１１１１１１１１１',
      '𝟒𝟏𝟏𝟏𝟙𝟣𝟭𝟷1111111',
      '④①①①①①①①①①①①①①①①',
      '❹❶❶❶➀➀➀➀➊➊➊➊⓵⓵⓵⓵',
      '४१११११११११११११११',
      '四一一一一一一一一一一一一一一一',
      '4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣',
      '4\u3164111\u115f1111\u00ad1111',
      '4\u0301111\u03011111\u03011111\u0301',
    ]) {
      expect(cleanServiceMessage(`n ${run} x`), run).to.match(/^n ••••[^\p{Nd}\p{No}\p{Nl}]* x$/u);
    }
  });

  it("masks this card's number, whatever stands between its digits", () => {
    const said = {
      'Cartão 4111 1111 recusado, 1111 1111': 'Cartão •••• recusado, ••••',
      '4a1b1c1d5e5f5g5h9i9j9k9l0m0n0o6p': '••••',
      'Parte 1: 4111, parte 2: 5555, parte 3: 9999, parte 4: 0006': 'Parte ••••, parte ••••, parte ••••, parte ••••',
      'ao contrário 6000 9999 x 5555 1114': 'ao contrário •••• x ••••',
      'quase: 4111 x 5555 x 9999': 'quase: •••• x •••• x ••••',
    };
    expect(cleanServiceMessage('Cartão 4111 1111 recusado, 1111 1111', card)).to.equal(said['Cartão 4111 1111 recusado, 1111 1111']);
    for (const [text, shown] of Object.entries(said).slice(2)) expect(cleanServiceMessage(text, mixedCard), text).to.equal(shown);
    expect(cleanServiceMessage('4a1b1c1d5e5f5g5h9i9j9k9l0m0n0o6p', mixedCard)).to.not.match(/\d/);
  });

  it('masks the security code beside the number, and leaves other digits of such a text', () => {
    expect(cleanServiceMessage('4111111111111111 com CVV 123, código 51', card)).to.equal('•••• com CVV ••••, código ••••');
    expect(cleanServiceMessage('4111111111111111 com C1 V2 V3', card)).to.equal('•••• com C•••• V•••• V••••');
    expect(cleanServiceMessage('4111111111111111 recusado, código 51', card)).to.equal('•••• recusado, código 51');
    expect(cleanServiceMessage('Ligue 0800 123 4567', card)).to.equal('Ligue 0800 123 4567');
  });

  it('masks the number where it is encoded', () => {
    const digits = [...card.number];
    for (const encoded of [
      digits.map((digit) => `&#x${(48 + Number(digit)).toString(16)};a`).join(''),
      digits.map((digit) => `&#${48 + Number(digit)};a`).join(''),
      digits.map((digit) => `&amp;#${48 + Number(digit)};a`).join(''),
      digits.map((digit) => `%253${digit}y`).join(''),
      digits.map((digit) => `\\u003${digit}y`).join(''),
      encodeURIComponent('４１１１ a １１１１ b １１１１ c １１１１'),
      `cartão ${btoa(JSON.stringify(card))} recusado`,
      `cartão ${encodeURIComponent(btoa(`<>${JSON.stringify(card)}`))} recusado`,
    ]) {
      expect(cleanServiceMessage(encoded, card), encoded)
        .to.match(/••••/)
        .and.not.match(/\d\d|[\w+]{16}/);
    }
    expect(cleanServiceMessage('100&#37; de desconto em R&amp;D: https://loja.example/a%20b', card)).to.equal(
      '100&#37; de desconto em R&amp;D: https://loja.example/a%20b',
    );
  });

  it('masks the tokens of this page, whole, split and in long pieces', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJwYWdlIjoiYmFsY2FvIn0.c2lnbmF0dXJlLW9mLWl0';
    rememberToken(token);
    rememberToken('short-1');
    expect(cleanServiceMessage(`Token "${token}" vencido`)).to.equal('Token "••••" vencido');
    expect(cleanServiceMessage(token.toUpperCase())).to.equal('••••');
    expect(cleanServiceMessage([...token].join(' '))).to.equal('••••');
    expect(cleanServiceMessage(`fim ...${token.slice(30, 50)}`)).to.equal('fim ...••••');
    expect(cleanServiceMessage(token.replace(/.{10}/g, '$& e '))).to.equal('••••');
    expect(cleanServiceMessage(encodeURIComponent(`<${token}>`))).to.not.contain('c2ln');
    expect(cleanServiceMessage(`x ${btoa(token)}`)).to.equal('••••');
    expect(cleanServiceMessage('Token short-1 inválido')).to.equal('Token short-1 inválido');
  });

  it('is one line without control characters', () => {
    expect(cleanServiceMessage(' a\n\tb\u0000c\u202ed ')).to.equal('a b cd');
  });

  it('has at most 200 characters, none cut in half', () => {
    expect(cleanServiceMessage('x'.repeat(500))).to.have.length(200);
    expect([...(cleanServiceMessage('😀'.repeat(500)) ?? '')].length).to.equal(200);
  });

  it('is nothing for what is no text or has none', () => {
    for (const value of [undefined, null, 7, {}, [], '', ' \n']) expect(cleanServiceMessage(value)).to.equal(undefined);
  });

  it('never holds twelve digits in a row, wherever it was cut', () => {
    const pieces = fc.constantFrom('4111', '1111', '1', ' ', '-', 'x', '\n', '\u200b', 'á');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 120 }), (parts) => {
        expect(cleanServiceMessage(parts.join('')) ?? '').to.not.match(/\d(?:[ -]?\d){11}/);
      }),
    );
  });
});

describe('parseResponseDetails', () => {
  it('drops an identifier that holds the number or a token of this page, and keeps other long ones', () => {
    rememberToken('token-of-this-page');
    for (const identifier of [
      4111111111111111,
      'tx-4111-1111-1111-1111',
      '4111a1111b1111c1111',
      'tx ４１１１１１１１１１１１１１１１',
      'token-of-this-page',
    ])
      expect(parseResponseDetails({ identifier }, card), String(identifier)).to.deep.equal({});
    for (const identifier of ['tx-1', '123456789012345', '2026112210304567', crypto.randomUUID()])
      expect(parseResponseDetails({ identifier }, card)).to.deep.equal({ identifier });
  });

  it('once the card is forgotten, drops what may be its number and masks as many digits as it has', () => {
    const answer = { identifier: 'tx 4111 1111 1111 1111', message: '4111a1111b1111' };
    expect(parseResponseDetails(answer, 'forgotten')).to.deep.equal({ message: '••••a••••b••••' });
    const other = { identifier: '4111111111111112', message: 'NSU 123456' };
    expect(parseResponseDetails(other, 'forgotten')).to.deep.equal(other);
  });
});
