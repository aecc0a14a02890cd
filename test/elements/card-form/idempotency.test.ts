import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom } from '../../support/sandbox-room.js';

describe('balcao-card-form: a service that knows a repeated charge', () => {
  let page: CheckoutPage | undefined;

  afterEach(() => page?.remove());

  it('is asked again by the key of the attempt, and the shopper reads the answer', async () => {
    const room = await openRoom();
    await room.configure({ idempotency: 'header' });
    await room.fault('processPayment', '503-after-charge');
    page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      'notify-url': room.notifyUrl,
      amount: '149.90',
      profile: { idempotency: { header: 'Idempotency-Key' }, timeLimits: { cardMs: 6000 } },
    });
    await page.fill();

    await page.clickPay();
    await page.outcome(/Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);

    const [charge, ...others] = await room.charges();
    expect(others).to.deep.equal([]);
    const outcomes = page.events.filter(({ name }) => /approved|unconfirmed|failed|declined/.test(name));
    expect(outcomes.map(({ name }) => name)).to.deep.equal(['balcao-approved']);
    expect(outcomes[0]?.detail).to.include({ attemptId: charge?.idempotencyKey, identifier: charge?.identifier });
    await room.shop.waitForRequests('notify', 2);
    expect(await room.shop.toldStates()).to.deep.equal([['open', 'approved']]);
  });
});
