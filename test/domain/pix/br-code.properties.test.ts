import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { parseBrCode } from '../../../src/domain/pix/br-code.js';
import { formatBrCode, type BrCodeFields } from '../../../src/domain/pix/format-br-code.js';
import { brCodeFixtures } from '../../../src/fixtures/index.js';

const codes = brCodeFixtures.map(({ code }) => code);
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Some of the codes that are taken though they were damaged. */
function listTaken(damage: (code: string) => Iterable<string>): string[] {
  return codes.flatMap((code) => [...damage(code)].filter((damaged) => damaged !== code && parseBrCode(damaged).ok)).slice(0, 5);
}

/** Text of a merchant: letters with accents, digits, blanks inside. */
const words = (maxLength: number) => fc.stringMatching(/^[A-Za-zÀ-ÿ\d &._-]+$/, { maxLength });
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const locations = fc.stringMatching(/^[a-z\d]{1,10}\.example\.com(:8443)?\/v2\/[a-f\d]{1,32}$/);
const receivers = fc.oneof(
  fc.record({ key: words(30) }),
  fc.record({ key: words(30), description: words(20), fss: fc.stringMatching(/^\d{8}$/) }),
  fc.record({ url: locations }),
  fc.record({ recurrenceUrl: locations }),
  fc.record({ url: locations, recurrenceUrl: locations }),
);
const rests = fc.record({
  merchantName: words(25),
  merchantCity: words(15),
  mcc: fc.stringMatching(/^\d{4}$/),
  amountCents: optional(fc.integer({ min: 0, max: 999_999_999_999 })),
  postalCode: optional(fc.stringMatching(/^\d{8}$/)),
  txid: optional(fc.stringMatching(/^[A-Za-z\d]{1,25}$/)),
});
const allFields = fc.tuple(receivers, rests).map(([receiver, rest]): BrCodeFields => {
  const { amountCents, postalCode, txid, ...always } = rest;
  return {
    ...receiver,
    ...always,
    ...(amountCents !== undefined && { amountCents }),
    ...(postalCode && { postalCode }),
    ...(txid && { txid }),
  };
});

describe('a valid Pix code', () => {
  it('is refused after any change of one character to another of ASCII', () => {
    const taken = listTaken(function* (code) {
      for (let at = 0; at < code.length; at++) for (const symbol of ASCII) yield code.slice(0, at) + symbol + code.slice(at + 1);
    });
    expect(taken).to.deep.equal([]);
  });

  it('is refused after any change of one character to any other', () => {
    const change = fc.tuple(fc.constantFrom(...codes), fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(change, ([code, position, symbol]) => {
        const at = position % code.length;
        const changed = code.slice(0, at) + symbol + code.slice(at + 1);
        fc.pre(changed !== code);
        expect(parseBrCode(changed).ok).to.equal(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused after any swap of two neighbours', () => {
    const taken = listTaken(function* (code) {
      for (let at = 1; at < code.length; at++) yield code.slice(0, at - 1) + code.charAt(at) + code.charAt(at - 1) + code.slice(at + 1);
    });
    expect(taken).to.deep.equal([]);
  });

  it('is refused after any cut, at its beginning or at its end', () => {
    const taken = listTaken(function* (code) {
      for (let at = 1; at < code.length; at++) yield* [code.slice(at), code.slice(0, at)];
    });
    expect(taken).to.deep.equal([]);
  });

  it('is refused after any one character is lost or typed twice', () => {
    const taken = listTaken(function* (code) {
      for (let at = 0; at < code.length; at++) yield* [code.slice(0, at) + code.slice(at + 1), code.slice(0, at + 1) + code.slice(at)];
    });
    expect(taken).to.deep.equal([]);
  });
});

describe('any text', () => {
  it('is answered without a throw', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.stringMatching(/^000201(\d{4}\w{0,9}){0,9}6304[\dA-F]{4}$/));
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseBrCode(text)).to.have.property('ok');
      }),
      { numRuns: 1000 },
    );
  });

  it('of 50 million characters is refused unread', () => {
    expect(parseBrCode('000201'.repeat(8_000_000))).to.include({ reason: 'too-long' });
  });
});

describe('formatBrCode', () => {
  it('writes what parseBrCode reads back, field by field', () => {
    fc.assert(
      fc.property(allFields, (fields) => {
        fc.pre(Object.values(fields).every((value) => String(value).trim() === String(value)));
        const answer = parseBrCode(formatBrCode(fields));
        expect(answer.ok && answer.brCode).to.deep.include({ ...fields, currency: '986', country: 'BR', gui: 'br.gov.bcb.pix' });
      }),
    );
  });

  it('reads the largest amounts to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 900_000_000_000, max: 999_999_999_999 }), (amountCents) => {
        const answer = parseBrCode(formatBrCode({ key: 'k', merchantName: 'Loja', merchantCity: 'Recife', amountCents }));
        expect(answer.ok && answer.brCode.amountCents).to.equal(amountCents);
      }),
    );
  });

  it('writes a parsed code again so that it says the same', () => {
    for (const code of codes) {
      const first = parseBrCode(code);
      if (!first.ok) throw new Error(first.reason);
      const second = parseBrCode(formatBrCode(first.brCode));
      expect(second.ok && second.brCode).to.deep.equal({ ...first.brCode, crc: second.ok && second.brCode.crc });
    }
  });

  it('writes the canonical example of the manual (Manual de Padrões para Iniciação do Pix 2.2, 1.5.4)', () => {
    const fields = { key: '123e4567-e12b-12d1-a456-426655440000', merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA', txid: '***' };
    expect(formatBrCode(fields)).to.equal(brCodeFixtures[0]?.code);
  });

  it('writes cents with two decimals', () => {
    expect(formatBrCode({ key: 'k', merchantName: 'Loja', merchantCity: 'Recife', amountCents: 1005 })).to.contain('540510.05');
  });

  const base = { key: 'k', merchantName: 'Loja', merchantCity: 'Recife' };
  const impossible: Readonly<Record<string, BrCodeFields>> = {
    'nobody to pay': { merchantName: 'Loja', merchantCity: 'Recife' },
    'an empty key': { ...base, key: '' },
    'a key and a location': { ...base, url: 'a/b' },
    'a location with a scheme': { merchantName: 'Loja', merchantCity: 'Recife', url: 'https://a/b' },
    'an empty name': { ...base, merchantName: '' },
    'a name over 25': { ...base, merchantName: 'N'.repeat(26) },
    'a city over 15': { ...base, merchantCity: 'C'.repeat(16) },
    'a txid over 25': { ...base, txid: 't'.repeat(26) },
    'key and description over 99 together': { ...base, key: 'k'.repeat(50), description: 'd'.repeat(40) },
    'another currency': { ...base, currency: '840' },
    'a line break': { ...base, merchantName: 'Lo\nja' },
    'half a cent': { ...base, amountCents: 10.5 },
    'a negative amount': { ...base, amountCents: -1 },
    'no number': { ...base, amountCents: Number.NaN },
    'an amount over 13 characters': { ...base, amountCents: 1e15 },
    'amounts that differ': { ...base, amount: '1.00', amountCents: 101 },
  };
  for (const [title, fields] of Object.entries(impossible)) {
    it(`refuses ${title}`, () => {
      expect(() => formatBrCode(fields))
        .to.throw()
        .that.satisfies(isCheckoutError)
        .and.has.property('code', 'invalid-input');
    });
  }
});
