import { expect } from '@open-wc/testing';
import {
  findSavedCardProblem,
  findUnusableRows,
  isCardIdRefusal,
  parseSavedCard,
  parseSavedCards,
  type SavedCard,
} from '../../../src/domain/card/saved-card.js';

const CARD: SavedCard = {
  cardId: '12345678-1234-4234-9234-123456789012',
  name: 'Roxinho',
  brand: 'visa',
  last4: '0002',
  expiration: '02/2028',
};

describe('parseSavedCard', () => {
  it('reads a card, with or without the end of its cardId', () => {
    expect(parseSavedCard(CARD)).to.deep.equal(CARD);
    expect(parseSavedCard({ ...CARD, validUntil: 5 })).to.deep.equal({ ...CARD, validUntil: 5 });
  });

  it('takes over no field that is none of a card', () => {
    expect(parseSavedCard({ ...CARD, number: '4000000000000002', securityCode: '123' })).to.deep.equal(CARD);
  });

  it('keeps a card of a brand that is not known', () => {
    expect(parseSavedCard({ ...CARD, brand: 'cabal' })).to.include({ brand: 'unknown' });
  });

  for (const [what, value] of [
    ['nothing', null],
    ['text', 'card'],
    ['no cardId', { ...CARD, cardId: '' }],
    ['a name that could be a card number', { ...CARD, name: '4000 0000 0000 0002' }],
    ['a name that could be one in other digits', { ...CARD, name: '٤٠٠٠ - ٠٠٠٠, ٠٠٠٠ (٠٠٠٢)' }],
    ['more than four last digits', { ...CARD, last4: '00002' }],
    ['another writing of the expiry', { ...CARD, expiration: '02/28' }],
    ['no month', { ...CARD, expiration: '13/2028' }],
  ] as const) {
    it(`takes ${what} for no card`, () => {
      expect(parseSavedCard(value)).to.equal(undefined);
    });
  }
});

describe('parseSavedCards', () => {
  it('reads the cards among rows, and says why the others are none without what stands in them', () => {
    const rows = [null, CARD, 'card', { ...CARD, cardId: '' }, { ...CARD, name: '4000 0000 0000 0002' }, { ...CARD, last4: '2' }];
    const cards = parseSavedCards([...rows, { ...CARD, expiration: '02/28' }]);
    expect(cards).to.deep.equal([CARD]);
    expect(findUnusableRows(cards)).to.deep.equal([
      'row 1 (is no object)',
      'row 3 (is no object)',
      'row 4 (cardId must be text)',
      'row 5 (name must be text, and no card number)',
      'row 6 (last4 must be four digits)',
      'row 7 (expiration must be "MM/YYYY")',
    ]);
    expect(findUnusableRows([CARD])).to.deep.equal([]);
  });
});

describe('findSavedCardProblem', () => {
  const now = Date.UTC(2028, 1, 15);

  it('finds a card good to the end of its month, wherever on earth that is', () => {
    expect(findSavedCardProblem(CARD, now)).to.equal(undefined);
    expect(findSavedCardProblem(CARD, Date.parse('2028-03-01T11:59:59Z'))).to.equal(undefined);
    expect(findSavedCardProblem(CARD, Date.parse('2028-03-01T12:00:00Z'))).to.equal('expired');
    expect(findSavedCardProblem(CARD, Date.parse('2029-01-15T00:00:00Z'))).to.equal('expired');
    expect(findSavedCardProblem(CARD, Date.parse('2027-12-31T23:00:00Z'))).to.equal(undefined);
  });

  it('finds a cardId no longer good from the instant of its end', () => {
    expect(findSavedCardProblem({ ...CARD, validUntil: now + 1 }, now)).to.equal(undefined);
    expect(findSavedCardProblem({ ...CARD, validUntil: now }, now)).to.equal('invalid');
  });
});

describe('isCardIdRefusal', () => {
  for (const message of [
    'Cartão tokenizado não encontrado.',
    'Cartão tokenizado excluído.',
    'Tokenização do cartão vencida.',
    'Cartão vencido.',
    'TOKEN EXPIRADO',
    'cardId not found',
  ]) {
    it(`is: ${message}`, () => expect(isCardIdRefusal(message)).to.be.true);
  }

  for (const message of [
    undefined,
    '',
    'Saldo insuficiente no cartão.',
    'Transação recusada pelo emissor do cartão.',
    'Limite excedido',
    'Senha vencida',
  ]) {
    it(`is not: ${message}`, () => expect(isCardIdRefusal(message)).to.be.false);
  }
});
