import { expect } from '@open-wc/testing';
import type { Brand } from '../../../src/domain/card/brands.js';
import { cardNumberGaps, cardNumberLengths, cardNumberMaxLength, detectBrand, isBrand } from '../../../src/domain/card/brands.js';
import { cardFixtures } from '../../../src/fixtures/index.js';

describe('detectBrand', () => {
  for (const { id, number, brand, acceptableBrands } of cardFixtures) {
    it(`knows ${id} as ${brand}`, () => expect(acceptableBrands ?? [brand]).to.include(detectBrand(number)));
  }

  const prefixes: [string, Brand][] = [
    ['', 'unknown'],
    ['4', 'visa'],
    ['401177', 'visa'],
    ['401178', 'elo'],
    ['401179', 'elo'],
    ['401180', 'visa'],
    ['493698', 'maestro'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2220', 'unknown'],
    ['2221', 'mastercard'],
    ['2230', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', 'unknown'],
    ['34', 'american-express'],
    ['305', 'diners-club'],
    ['306', 'unknown'],
    ['38', 'diners-club'],
    ['384100', 'hipercard'],
    ['504175', 'elo'],
    ['506698', 'maestro'],
    ['506699', 'elo'],
    ['506778', 'elo'],
    ['506779', 'maestro'],
    ['509000', 'elo'],
    ['507860', 'aura'],
    ['6', 'unknown'],
    ['65', 'unknown'],
    ['650031', 'elo'],
    ['650034', 'discover'],
    ['650538', 'elo'],
    ['650539', 'discover'],
    ['6011', 'discover'],
    ['606282', 'hipercard'],
    ['606283', 'maestro'],
    ['637095', 'hiper'],
    ['63737423', 'hiper'],
    ['63737424', 'maestro'],
    ['622126', 'unionpay'],
    ['627780', 'elo'],
    ['627781', 'unionpay'],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', 'unknown'],
    ['9792', 'unknown'],
  ];
  for (const [digits, brand] of prefixes)
    it(`takes ${digits || 'nothing'} for ${brand}`, () => expect(detectBrand(digits)).to.equal(brand));

  it('passes over blanks and dashes, and reads fullwidth digits', () => {
    expect(detectBrand(' 6062-82 ')).to.equal('hipercard');
    expect(detectBrand('３４')).to.equal('american-express');
  });
});

describe('what a brand says of the number', () => {
  it('puts the gaps of American Express and Diners elsewhere', () => {
    expect(cardNumberGaps('american-express')).to.deep.equal([4, 10]);
    expect(cardNumberGaps('diners-club')).to.deep.equal([4, 10]);
    expect(cardNumberGaps('elo')).to.deep.equal([4, 8, 12]);
    expect(cardNumberGaps('unknown')).to.deep.equal([4, 8, 12]);
  });

  it('narrows the length only where all sources agree', () => {
    expect(cardNumberLengths('visa')).to.deep.equal([13, 16, 18, 19]);
    expect(cardNumberMaxLength('mastercard')).to.equal(16);
    expect(cardNumberMaxLength('american-express')).to.equal(15);
    expect(cardNumberLengths('diners-club')[0]).to.equal(14);
    expect(cardNumberLengths('elo')).to.deep.equal([16]);
    expect(cardNumberLengths('discover')).to.deep.equal(cardNumberLengths('unknown'));
    expect(cardNumberMaxLength('unknown')).to.equal(19);
  });

  it('knows the words that name a brand', () => {
    expect(['elo', 'aura', 'amex', 'unknown', 'Visa', '', undefined, 4].filter(isBrand)).to.deep.equal(['elo', 'aura']);
  });
});
