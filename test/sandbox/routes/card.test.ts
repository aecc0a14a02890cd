import { expect } from '@open-wc/testing';
import { createSandbox, magicAmounts, magicCards } from '../../../src/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { callSandbox, goodCard, goodPayment } from '../../support/sandbox-call.js';

const PATH = 'card/processPayment';

describe('sandbox: card/processPayment', () => {
  it('approves a good payment and counts one charge without the number', async () => {
    const sandbox = createSandbox();
    const answer = await callSandbox(sandbox, PATH, goodPayment);
    expect(answer.status).to.equal(200);
    expect(answer.body['success']).to.equal(true);
    const { charges } = sandbox.state();
    expect(charges).to.have.length(1);
    expect(charges[0]).to.include({
      identifier: answer.body['identifier'],
      amount: 149.9,
      installments: 3,
      whoPaysFee: 'customer',
      last4: '1111',
    });
    expect(JSON.stringify(charges)).not.to.contain(goodCard.number);
  });

  const refused: [string, unknown, number][] = [
    ['a body that is no object', [], 400],
    ['a body that is no JSON', '{"amount":', 400],
    ['a missing amount', { ...goodPayment, amount: undefined }, 400],
    ['an amount written as text', { ...goodPayment, amount: '149.90' }, 400],
    ['an amount of zero', { ...goodPayment, amount: 0 }, 422],
    ['an amount below zero', { ...goodPayment, amount: -1 }, 422],
    ['an amount with three decimals', { ...goodPayment, amount: 1.005 }, 422],
    ['installments written as text', { ...goodPayment, installments: '3' }, 400],
    ['half an installment', { ...goodPayment, installments: 1.5 }, 400],
    ['no installments at all', { ...goodPayment, installments: 0 }, 422],
    ['a fee payer that the interface does not name', { ...goodPayment, whoPaysFee: 'shop' }, 400],
    ['the customer paying the fee of one installment', { ...goodPayment, installments: 1 }, 422],
    ['a field that the interface does not name', { ...goodPayment, orderId: '1' }, 400],
    ['a card field that the interface does not name', { ...goodPayment, card: { ...goodCard, brand: 'visa' } }, 400],
    ['a card without security code', { ...goodPayment, card: { ...goodCard, securityCode: undefined } }, 400],
    ['a card number with blanks', { ...goodPayment, card: { ...goodCard, number: '4111 1111 1111 1111' } }, 422],
    ['an expiry without slash', { ...goodPayment, card: { ...goodCard, expirationDate: '1230' } }, 422],
    ['card and cardId together', { ...goodPayment, cardId: 'x' }, 400],
    ['neither card nor cardId', { ...goodPayment, card: undefined }, 400],
  ];
  for (const [what, body, status] of refused) {
    it(`refuses ${what}`, async () => {
      const sandbox = createSandbox();
      const answer = await callSandbox(sandbox, PATH, body);
      expect(answer.status).to.equal(status);
      expect(answer.body['message']).to.match(/^Requisição inválida: /);
      expect(answer.body).not.to.have.property('success');
      expect(sandbox.state().charges).to.have.length(0);
    });
  }

  it('takes the name of a holder as its variant says', async () => {
    const { holderName: _, ...nameless } = goodCard;
    for (const [variant, takesName, takesNone] of [
      [{}, 200, 400],
      [{ holderName: 'required' }, 200, 400],
      [{ holderName: 'optional' }, 200, 200],
      [{ holderName: 'none' }, 400, 200],
    ] as const) {
      const sandbox = createSandbox(variant);
      const statuses: number[] = [];
      for (const card of [goodCard, nameless]) {
        const { status } = await callSandbox(sandbox, PATH, { ...goodPayment, card });
        const tokenized = await callSandbox(sandbox, 'card/tokenize', { ...card, name: 'Visa final 1111' });
        expect(tokenized.status).to.equal(status);
        statuses.push(status);
      }
      expect(statuses).to.deep.equal([takesName, takesNone]);
    }
    const blank = { ...goodPayment, card: { ...goodCard, holderName: ' ' } };
    expect((await callSandbox(createSandbox({ holderName: 'optional' }), PATH, blank)).status).to.equal(422);
  });

  it('declines a number with a wrong checksum and a card past its month', async () => {
    // A month is over once it is over everywhere on earth.
    const clock = new FakeClock(Date.parse('2026-12-01T11:59:00Z'));
    const sandbox = createSandbox({ clock });
    const pay = (card: object) => callSandbox(sandbox, PATH, { ...goodPayment, card: { ...goodCard, ...card } });
    expect(await pay({ number: '4111111111111112' }))
      .to.include({ status: 422 })
      .and.have.nested.property('body.success', false);
    expect((await pay({ expirationDate: '10/26' })).body['success']).to.equal(false);
    expect((await pay({ expirationDate: '11/26' })).body['success']).to.equal(true);
    expect((await pay({ expirationDate: '11/2026' })).body['success']).to.equal(true);
    clock.tick(60_000);
    expect((await pay({ expirationDate: '11/26' })).body['success']).to.equal(false);
  });

  it('takes only the expiry that its variant names', async () => {
    const sandbox = createSandbox({ cardExpiration: 'MM/YYYY' });
    expect((await callSandbox(sandbox, PATH, goodPayment)).status).to.equal(422);
    expect((await callSandbox(sandbox, PATH, { ...goodPayment, card: { ...goodCard, expirationDate: '12/2030' } })).status).to.equal(200);
  });

  for (const { number, fault, outcome, about } of magicCards.filter((card) => !/^(hang|slow)/.test(card.fault ?? ''))) {
    it(`knows the magic card that is ${about}`, async () => {
      const sandbox = createSandbox();
      const { body } = await callSandbox(sandbox, PATH, { ...goodPayment, card: { ...goodCard, number, securityCode: '1234' } });
      expect(body['success']).to.equal(outcome === 'approved' ? true : outcome === 'declined' ? false : undefined);
      expect(sandbox.state().charges).to.have.length(fault === undefined || outcome === 'unconfirmed' ? 1 : 0);
    });
  }

  it('keeps the magic of a card that was tokenized', async () => {
    const sandbox = createSandbox();
    const { body } = await callSandbox(sandbox, 'card/tokenize', { ...goodCard, name: 'Visa', number: '4000000000000002' });
    const answer = await callSandbox(sandbox, PATH, { ...goodPayment, card: undefined, cardId: body['cardId'] });
    expect(answer.body['success']).to.equal(false);
  });

  it('knows magic amounts, unless told not to', async () => {
    for (const { amount, fault } of magicAmounts.filter(({ operation }) => operation === 'processPayment')) {
      const sandbox = createSandbox();
      const answer = await callSandbox(sandbox, PATH, { ...goodPayment, amount });
      expect(answer.status, String(amount)).to.equal(Number(fault.slice(0, 3)));
      sandbox.configure({ magic: false });
      expect((await callSandbox(sandbox, PATH, { ...goodPayment, amount })).status).to.equal(200);
    }
  });
});
