import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { FeesAnswer, FeesRequest } from '../../../src/client/shop/shop-fees.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom } from '../../support/sandbox-room.js';

describe('balcao-card-form: fees that the shop is asked for', () => {
  it('pays no other plan than the chosen one while its table comes, and the chosen one then', async () => {
    const room = await openRoom();
    const asked: (FeesRequest & { answer: (fees: FeesAnswer) => void })[] = [];
    const fees = [{ installments: 3, rate: 0.05 }];
    const page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      'order-id': `order-${room.name}`,
      amount: '300.00',
      'fee-payer': 'customer',
      'max-installments': '3',
      getFees: (request: FeesRequest) => new Promise<FeesAnswer>((answer) => asked.push({ ...request, answer })),
    });
    await waitUntil(() => asked.length === 1, 'the first question');
    asked[0]?.answer([...fees, { installments: 2, rate: 0.04 }]);
    const list = page.part('installments');
    await waitUntil(() => list.children.length === 3, 'the plans');
    list.focus();
    await sendKeys({ type: '3' });
    await waitUntil(() => /315,00/.test(page.part('pay-button').textContent), 'the total');
    await page.fill();
    await waitUntil(() => asked.length > 1, 'the question of the brand');
    expect(asked.at(-1)?.brand).to.equal('visa');

    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['installments'] });
    expect(await room.charges()).to.have.length(0);

    asked.at(-1)?.answer(fees);
    await waitUntil(() => /315,00/.test(page.part('pay-button').textContent), 'the total again');
    expect(await page.element.pay()).to.include({ status: 'approved', installments: 3, whoPaysFee: 'customer' });
    page.remove();
  });

  it('pays in one installment while the shop has not said its terms, whatever the page promises', async () => {
    const room = await openRoom();
    const page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      'order-id': `order-${room.name}`,
      amount: '300.00',
      'max-installments': '12',
      'default-installments': '6',
      getFees: () => new Promise(() => undefined),
    });
    await waitUntil(() => page.part('installments').children.length > 0, 'the list of plans');
    await page.fill();
    expect(page.part('pay-button').textContent?.trim()).to.match(/^Pagar R\$\s300,00$/);
    expect(await page.element.pay()).to.include({ status: 'approved', installments: 1, whoPaysFee: 'merchant' });
    expect((await room.charges()).map(({ installments }) => installments)).to.deep.equal([1]);
    page.remove();
  });
});
