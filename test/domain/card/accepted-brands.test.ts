import { expect } from '@open-wc/testing';
import { isBrandAccepted, listAcceptedBrands } from '../../../src/domain/card/accepted-brands.js';
import { detectBrand, type Brand } from '../../../src/domain/card/brands.js';

/** Whether a shop that takes these brands may be paid with a number that begins so. */
const isTaken = (start: string, ...accepted: Brand[]): boolean => isBrandAccepted(detectBrand(start), accepted, start.padEnd(16, '0'));

describe('isBrandAccepted', () => {
  it('takes all where the shop names none, and else what it names', () => {
    expect(isBrandAccepted('visa', undefined)).to.equal(true);
    expect(isTaken('4111', 'visa', 'elo')).to.equal(true);
    expect(isTaken('5105', 'visa', 'elo')).to.equal(false);
  });

  it('refuses no brand that nobody can be sure of', () => {
    for (const brand of ['unknown', 'maestro', 'aura'] as const) expect(isBrandAccepted(brand, ['visa'])).to.equal(true);
  });

  it('refuses no Discover number that may be an Elo, where the shop takes Elo', () => {
    for (const start of ['650057', '650081', '650900', '650979', '650999', '651680', '651704']) {
      expect(detectBrand(start), start).to.equal('discover');
      expect(isTaken(start, 'visa', 'elo'), start).to.equal(true);
      expect(isTaken(start, 'visa'), start).to.equal(false);
    }
    for (const start of ['6011', '644', '650056', '650082', '650899', '651705', '659999'])
      expect(isTaken(start, 'elo'), start).to.equal(false);
  });

  it('refuses neither Hiper nor Hipercard for the other, nor the old Hipercard for Diners', () => {
    expect(isTaken('637095', 'hipercard')).to.equal(true);
    expect(isTaken('606282', 'hiper')).to.equal(true);
    expect(isTaken('384101', 'hipercard')).to.equal(true);
    expect(isTaken('384140', 'diners-club')).to.equal(true);
    expect(isTaken('3600', 'hipercard')).to.equal(false);
    expect(isTaken('637095', 'elo')).to.equal(false);
  });

  it('takes any dispute for one where there is no number, as of a saved card', () => {
    expect(isBrandAccepted('discover', ['elo'])).to.equal(true);
    expect(isBrandAccepted('elo', ['discover'])).to.equal(true);
    expect(isBrandAccepted('diners-club', ['hipercard'])).to.equal(true);
    expect(isBrandAccepted('discover', ['visa'])).to.equal(false);
  });
});

describe('listAcceptedBrands', () => {
  it('is the brands among the words, in their order, and nothing where there are no words', () => {
    expect(listAcceptedBrands(['elo', 'visa', 'constructor', 'unknown'])).to.deep.equal(['elo', 'visa']);
    expect(listAcceptedBrands(undefined)).to.equal(undefined);
  });
});
