import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { validateCard, validateCardPayment } from '../../../src/domain/validation/card-payment.js';
import type { Validation } from '../../../src/domain/validation/field-reader.js';

const NUMBER = '4111111111111111';
const CARD = { holderName: 'MARIA DA SILVA', expirationDate: '12/30', number: NUMBER, securityCode: '123' };
const TERMS = { amount: 149.9, installments: 2, whoPaysFee: 'customer' };
const PAYMENT = { ...TERMS, card: CARD };
const CARD_ID = '3f0e1a52-7d0c-4d6e-9f63-0c7f8f1f2a10';

/** The broken rules in short, `field: code`. */
function issuesOf(validation: Validation<unknown>): string[] {
  return validation.ok ? [] : validation.issues.map(({ field, code }) => `${field}: ${code}`);
}

describe('validateCardPayment', () => {
  it('takes a payment by card and a payment by cardId as they are', () => {
    expect(validateCardPayment(PAYMENT)).to.deep.equal({ ok: true, value: PAYMENT });
    const saved = { amount: 10, installments: 1, whoPaysFee: 'merchant', cardId: CARD_ID };
    expect(validateCardPayment(saved)).to.deep.equal({ ok: true, value: saved });
  });

  it('drops unknown fields and reduces the number to its digits', () => {
    const input = { ...PAYMENT, fee: 5, card: { ...CARD, number: '4111 1111-1111 1111', holderName: ' MARIA DA SILVA ', brand: 'visa' } };
    expect(validateCardPayment(input)).to.deep.equal({ ok: true, value: PAYMENT });
  });

  const broken: [name: string, input: unknown, issues: string[]][] = [
    ['nothing', undefined, ['amount: required', 'installments: required', 'whoPaysFee: required', 'card: required']],
    ['text', 'payment', ['amount: required', 'installments: required', 'whoPaysFee: required', 'card: required']],
    ['an amount of 0', { ...PAYMENT, amount: 0 }, ['amount: range']],
    ['a negative amount', { ...PAYMENT, amount: -1 }, ['amount: range']],
    ['an endless amount', { ...PAYMENT, amount: Infinity }, ['amount: range']],
    ['a third decimal', { ...PAYMENT, amount: 1.005 }, ['amount: format']],
    ['NaN', { ...PAYMENT, amount: NaN }, ['amount: format']],
    ['an amount in text', { ...PAYMENT, amount: '149.90' }, ['amount: format']],
    ['no installments', { ...PAYMENT, installments: undefined }, ['installments: required']],
    ['0 installments', { ...PAYMENT, installments: 0 }, ['installments: range']],
    ['half installments', { ...PAYMENT, installments: 1.5 }, ['installments: format']],
    ['installments in text', { ...PAYMENT, installments: '2' }, ['installments: format']],
    ['another payer', { ...PAYMENT, whoPaysFee: 'Merchant' }, ['whoPaysFee: format']],
    ['customer with one installment', { ...PAYMENT, installments: 1 }, ['whoPaysFee: not-allowed']],
    ['neither card nor cardId', TERMS, ['card: required']],
    ['card and cardId', { ...PAYMENT, cardId: CARD_ID }, ['cardId: both']],
    ['a blank cardId', { ...TERMS, cardId: ' ' }, ['cardId: format']],
    ['a cardId that is no text', { ...TERMS, cardId: 7 }, ['cardId: format']],
    ['a card that is no object', { ...TERMS, card: NUMBER }, ['card: format']],
    ['a list of cards', { ...TERMS, card: [CARD] }, ['card: format']],
    [
      'an empty card',
      { ...TERMS, card: {} },
      ['card.holderName: required', 'card.expirationDate: required', 'card.number: required', 'card.securityCode: required'],
    ],
    ['a number that is a number', { ...TERMS, card: { ...CARD, number: Number(NUMBER) } }, ['card.number: format']],
    ['a wrong checksum', { ...TERMS, card: { ...CARD, number: '5105105105105106' } }, ['card.number: format']],
    ['a name without letters', { ...TERMS, card: { ...CARD, holderName: '-' } }, ['card.holderName: format']],
    ['a card number as name', { ...TERMS, card: { ...CARD, holderName: NUMBER } }, ['card.holderName: format']],
    ['a month that there is not', { ...TERMS, card: { ...CARD, expirationDate: '13/30' } }, ['card.expirationDate: format']],
    ['a code that is too long for the brand', { ...TERMS, card: { ...CARD, securityCode: '1234' } }, ['card.securityCode: format']],
    ['a code that is too short for the brand', { ...TERMS, card: { ...CARD, number: '378282246310005' } }, ['card.securityCode: format']],
  ];
  for (const [name, input, issues] of broken) {
    it(`refuses ${name}`, () => expect(issuesOf(validateCardPayment(input))).to.deep.equal(issues));
  }

  it('tells every broken rule at once, and nothing of what was in the fields', () => {
    const validation = validateCardPayment({
      amount: -5,
      installments: 0,
      whoPaysFee: 'x',
      card: { ...CARD, number: '4999', securityCode: '98' },
    });
    expect(issuesOf(validation)).to.deep.equal([
      'amount: range',
      'installments: range',
      'whoPaysFee: format',
      'card.number: format',
      'card.securityCode: format',
    ]);
    expect(JSON.stringify(validation)).not.to.match(/\d/);
  });

  it('asks whether the card is still good only where it is told the present month', () => {
    const payment = { ...TERMS, card: { ...CARD, expirationDate: '08/2026' } };
    expect(issuesOf(validateCardPayment(payment))).to.deep.equal([]);
    expect(issuesOf(validateCardPayment(payment, { today: { year: 2026, month: 8 } }))).to.deep.equal([]);
    expect(issuesOf(validateCardPayment(payment, { today: { year: 2026, month: 9 } }))).to.deep.equal(['card.expirationDate: range']);
  });

  it('answers for any input, and never lets customer through with one installment', () => {
    const anyPayment = fc.record(
      {
        amount: fc.oneof(fc.anything(), fc.constant(10)),
        installments: fc.oneof(fc.anything(), fc.integer({ min: -1, max: 3 })),
        whoPaysFee: fc.constantFrom('merchant', 'customer', 'choice'),
        cardId: fc.oneof(fc.anything(), fc.uuid()),
        card: fc.oneof(fc.anything(), fc.constant(CARD)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anyPayment), (input) => {
        const validation = validateCardPayment(input);
        if (!validation.ok) return validation.issues.length > 0;
        const { installments, whoPaysFee, card, cardId } = validation.value;
        return !(installments === 1 && whoPaysFee === 'customer') && Boolean(card) !== Boolean(cardId);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the name of a holder', () => {
  const { holderName: _, ...nameless } = CARD;
  const validate = (holderName: 'required' | 'optional' | 'none', card: object) =>
    [validateCardPayment({ ...TERMS, card }, { holderName }), validateCard(card, { holderName })] as const;

  it('is required by default', () => {
    for (const options of [{}, { holderName: 'required' }] as const) {
      expect(issuesOf(validateCardPayment({ ...TERMS, card: nameless }, options))).to.deep.equal(['card.holderName: required']);
      expect(issuesOf(validateCard(nameless, options))).to.deep.equal(['holderName: required']);
      expect(validateCard(CARD, options)).to.deep.equal({ ok: true, value: CARD });
    }
  });

  it('may be left out, and is validated where it is not', () => {
    for (const card of [nameless, { ...nameless, holderName: '' }, { ...nameless, holderName: null }]) {
      const [payment, alone] = validate('optional', card);
      expect(payment).to.deep.equal({ ok: true, value: { ...TERMS, card: nameless } });
      expect(alone).to.deep.equal({ ok: true, value: nameless });
    }
    const [payment, alone] = validate('optional', CARD);
    expect(payment).to.deep.equal({ ok: true, value: PAYMENT });
    expect(alone).to.deep.equal({ ok: true, value: CARD });
    for (const holderName of [NUMBER, '-', 7]) {
      const [wrongPayment, wrongCard] = validate('optional', { ...CARD, holderName });
      expect(issuesOf(wrongPayment)).to.deep.equal(['card.holderName: format']);
      expect(issuesOf(wrongCard)).to.deep.equal(['holderName: format']);
    }
  });

  it('is dropped, right or wrong, by a service that takes none', () => {
    for (const card of [nameless, CARD, { ...CARD, holderName: NUMBER }]) {
      const [payment, alone] = validate('none', card);
      expect(payment).to.deep.equal({ ok: true, value: { ...TERMS, card: nameless } });
      expect(alone).to.deep.equal({ ok: true, value: nameless });
    }
  });
});

describe('validateCard', () => {
  it('takes a card with and without name and period', () => {
    expect(validateCard(CARD)).to.deep.equal({ ok: true, value: CARD });
    for (const tokenizeExpiration of ['30d', 30, 0]) {
      const named = { ...CARD, name: 'Visa final 1111', tokenizeExpiration };
      expect(validateCard({ ...named, extra: 1 })).to.deep.equal({ ok: true, value: named });
    }
  });

  const broken: [name: string, input: unknown, issues: string[]][] = [
    ['nothing', null, ['holderName: required', 'expirationDate: required', 'number: required', 'securityCode: required']],
    ['a card number as nickname', { ...CARD, name: '4111 1111 1111 1111' }, ['name: format']],
    ['a nickname that is no text', { ...CARD, name: 1 }, ['name: format']],
    ['a period that is an object', { ...CARD, tokenizeExpiration: {} }, ['tokenizeExpiration: format']],
    ['a period without end', { ...CARD, tokenizeExpiration: Infinity }, ['tokenizeExpiration: format']],
    ['a number that is cut short', { ...CARD, number: '411111111111' }, ['number: format']],
  ];
  for (const [name, input, issues] of broken) {
    it(`refuses ${name}`, () => expect(issuesOf(validateCard(input))).to.deep.equal(issues));
  }

  it('hands on digits of the code that were typed fullwidth', () => {
    expect(validateCard({ ...CARD, securityCode: '１２３' })).to.deep.equal({ ok: true, value: CARD });
  });

  it('refuses an expired card where it is told the present month', () => {
    expect(issuesOf(validateCard(CARD, { today: { year: 2031, month: 1 } }))).to.deep.equal(['expirationDate: range']);
  });
});
