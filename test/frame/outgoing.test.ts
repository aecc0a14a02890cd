import { expect } from '@open-wc/testing';
import { frameMessageSchema } from '../../src/channel/frame-message.js';
import { CheckoutError } from '../../src/domain/errors.js';
import { carryError, carryResult, guardOutgoing } from '../../src/frame/outgoing.js';

const id = 'attempt-1';
const typed = ['4111 1111 1111 1234', 'ANA SOUZA', '12/30', '123'];

describe('what is carried over of an error', () => {
  it('fits the channel, whatever a server says', () => {
    const error = carryError(new CheckoutError('server', 'x'.repeat(600), { status: 999, retryAfterMs: 1000 }));
    expect(error).to.deep.equal({ code: 'server', message: 'x'.repeat(500), retryAfterMs: 1000 });
    expect(frameMessageSchema().safeParse({ type: 'call-failed', id, error }).success).to.equal(true);
  });

  it('is nothing of an error that is not ours', () => {
    expect(JSON.stringify(carryError(new Error('4111111111111111')))).to.not.contain('4111');
  });

  it('is all but the promise of a late answer', () => {
    const error = new CheckoutError('timeout', 'No answer in time.');
    const late = Promise.resolve({ status: 'declined' } as const);
    expect(carryResult({ status: 'unconfirmed', error, late })).to.deep.equal({
      status: 'unconfirmed',
      error: { code: 'timeout', message: 'No answer in time.' },
    });
    expect(carryResult({ status: 'failed', error, sent: true })).to.include({ status: 'failed', sent: true });
  });
});

describe('the last look at what leaves a frame', () => {
  for (const text of ['41111111', 'a 4111-1111 b', '1 1 1 1 1 2 3 4', '٤١١١١١١١']) {
    it(`leaves "${text}" out of a result, and never the result itself`, () => {
      const result = { status: 'approved', identifier: text, message: `ok ${text}` } as const;
      for (const type of ['outcome', 'late'] as const) {
        const message = type === 'outcome' ? ({ type, id, result, isLateAwaited: false } as const) : ({ type, id, result } as const);
        expect(guardOutgoing(message, typed)).to.deep.equal({ ...message, result: { status: 'approved' } });
      }
    });
  }

  it('leaves out nothing that only looks like it', () => {
    const result = { status: 'approved', identifier: 'tx-4111111-99', message: 'Cartão final 1234' } as const;
    const message = { type: 'outcome', id, result, isLateAwaited: false } as const;
    expect(guardOutgoing(message, typed)).to.deep.equal(message);
  });

  it('leaves all as it is where nothing is typed', () => {
    const message = { type: 'late', id, result: { status: 'declined', message: '41111111' } } as const;
    expect(guardOutgoing(message, ['', '', '', ''])).to.deep.equal(message);
  });

  it('knows a number in whatever field it was typed into', () => {
    const message = { type: 'late', id, result: { status: 'declined', message: '55554444' } } as const;
    expect(guardOutgoing(message, ['', '5555 4444', '', ''])).to.deep.equal({ ...message, result: { status: 'declined' } });
  });

  it('empties what an error says', () => {
    const error = { code: 'server', message: 'Card 41111111', status: 500 } as const;
    for (const type of ['not-sent', 'call-failed'] as const) {
      expect(guardOutgoing({ type, id, error }, typed)).to.deep.equal({ type, id, error: { ...error, message: '' } });
    }
    const result = { status: 'unconfirmed', error } as const;
    expect(guardOutgoing({ type: 'late', id, result }, typed)).to.have.nested.property('result.error.message', '');
  });

  it('takes a cardId that holds digits of the card for none', () => {
    const message = { type: 'tokenized', id, cardId: 'c-41111111', brand: 'visa', last4: '1234', expiration: '12/2030' } as const;
    expect(guardOutgoing(message, typed)).to.have.nested.property('error.code', 'bad-response');
    const words = { ...message, cardId: 'c-1', message: '1111 1111 ok' };
    expect(guardOutgoing(words, typed)).to.deep.equal({ ...message, cardId: 'c-1' });
  });
});
