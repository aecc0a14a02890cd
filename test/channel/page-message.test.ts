import { expect } from '@open-wc/testing';
import { pageMessageSchema, type PageMessage } from '../../src/channel/page-message.js';
import { LOOK } from './look.js';

const call = { id: 'call-1', token: 'token-1', deadline: 1_700_000_000_000 };

/** One of each kind. */
const MESSAGES: { readonly [Type in PageMessage['type']]: Extract<PageMessage, { type: Type }> } = {
  look: { type: 'look', look: LOOK },
  form: {
    type: 'form',
    language: 'pt-BR',
    texts: { number: 'Número' },
    acceptedBrands: ['visa', 'unknown'],
    isBusy: false,
    isDisabled: false,
    canBeEmpty: true,
  },
  check: { type: 'check', turn: 1 },
  mark: { type: 'mark' },
  focus: { type: 'focus', field: 'securityCode' },
  clear: { type: 'clear', what: 'all' },
  prepare: { type: 'prepare', id: 'attempt-1', cardId: 'card-1' },
  go: { type: 'go', ...call, amount: 1, installments: 1, whoPaysFee: 'merchant', cardId: 'card-1' },
  tokenize: { type: 'tokenize', ...call, name: 'Visa final 1111', tokenizeExpiration: 30 },
  delete: { type: 'delete', ...call, cardId: 'card-1' },
  token: { type: 'token', id: 'call-1', token: null },
  inspect: { type: 'inspect', id: 'call-1' },
};

/** What may be left out. */
const OPTIONAL = new Set(['focus.field', 'prepare.cardId', 'go.cardId', 'tokenize.tokenizeExpiration']);

const isTaken = (message: unknown): boolean => pageMessageSchema().safeParse(message).success;

/** A copy of a message in which one thing is another. */
function change(message: PageMessage, name: string, value: unknown): object {
  return { ...message, [name]: value };
}

describe('what a page may say to a frame', () => {
  for (const message of Object.values(MESSAGES)) {
    it(`takes ${message.type}, and nothing that has more in it`, () => {
      expect(isTaken(message)).to.equal(true);
      expect(isTaken(change(message, 'number', '4111111111111111'))).to.equal(false);
      expect(isTaken(change(message, 'type', `${message.type} `))).to.equal(false);
      expect(isTaken([message])).to.equal(false);
    });

    it(`takes no ${message.type} of another shape`, () => {
      for (const name of Object.keys(message)) {
        for (const value of [[[]], Number.NaN, 'x'.repeat(10_000), () => undefined]) {
          expect(isTaken(change(message, name, value)), `${message.type}.${name}: ${String(value).slice(0, 20)}`).to.equal(false);
        }
        const isOptional = OPTIONAL.has(`${message.type}.${name}`);
        expect(isTaken(change(message, name, undefined)), `${message.type} without ${name}`).to.equal(isOptional);
      }
    });
  }

  for (const message of [undefined, null, '', 1, [], {}, { type: 'charge' }, { type: null }, new Date(), new Map([['type', 'mark']])]) {
    it(`takes no ${Object.prototype.toString.call(message)} ${JSON.stringify(message) ?? ''}`, () =>
      expect(isTaken(message)).to.equal(false));
  }

  it('takes no endless list of words, and no words that are none', () => {
    const many = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')}`, '']));
    const withTexts = (texts: unknown): object => change(MESSAGES.form, 'texts', texts);
    expect(isTaken(withTexts(many(500)))).to.equal(true);
    expect(isTaken(withTexts(many(501)))).to.equal(false);
    for (const texts of [{ number: 1 }, { number: 'x'.repeat(301) }, { 'number-1': '' }, { ['n'.repeat(41)]: '' }]) {
      expect(isTaken(withTexts(texts))).to.equal(false);
    }
  });

  it('takes amounts in whole cents alone', () => {
    for (const amount of [0, -1, 0.5, 2 ** 53, Infinity, '1'])
      expect(isTaken(change(MESSAGES.go, 'amount', amount)), String(amount)).to.equal(false);
  });

  it('takes tokens and names of calls that a header could hold', () => {
    for (const token of ['', 'a b', 'a\nb', 'ação', 'x'.repeat(8193), undefined]) {
      expect(isTaken(change(MESSAGES.go, 'token', token)), String(token).slice(0, 9)).to.equal(false);
    }
    for (const id of ['', 'a b', 'a\nb', 'x'.repeat(129)]) expect(isTaken(change(MESSAGES.go, 'id', id)), id.slice(0, 9)).to.equal(false);
  });
});
