/** Frameworks keep an element where its attributes change. With another order it must be as a new one, but for what was typed and chosen: it needs no `key`. */
import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import type { Checkout } from '../../../src/elements/checkout/checkout.js';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage } from '../pix/pix-page.js';

describe('balcao-checkout: another order in the same element', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let pix: PixPage;

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
    pix = await PixPage.open(settings, 'balcao-checkout');
  });

  afterEach(() => pix.page.remove());

  const next = (): { 'order-id': string; amount: string } => ({ 'order-id': `next-${room.name}`, amount: '20.00' });

  const payByCard = async (outcome: RegExp): Promise<void> => {
    await pix.page.fill();
    await pix.page.clickPay();
    await pix.page.outcome(outcome);
  };

  const choosePix = async (shown = pix): Promise<void> => {
    await shown.page.click(shown.page.part('method-pix'));
    await waitUntil(() => shown.find('pay-button')?.textContent?.includes('Pix'), 'the button for a code');
  };

  /** What was sent of a card that was declined is typed anew; the rest stays. */
  const typeAllButCode = async ({ page }: PixPage): Promise<void> => {
    await page.fill({ ...APPROVED_CARD, securityCode: '' });
    await waitUntil(async () => /Os 3 números/.test(await page.readText()), 'the hint of the brand');
  };

  /** What a new element says of the next order, once all its parts are there. */
  const readNew = async (act?: (fresh: PixPage) => Promise<void>): Promise<string> => {
    const fresh = await PixPage.open({ ...settings, ...next() }, 'balcao-checkout');
    await waitUntil(() => /Total R\$ 20,00/.test(fresh.page.text), 'the total');
    await act?.(fresh);
    const text = await fresh.page.readText();
    fresh.page.remove();
    return text;
  };

  const states: readonly { name: string; reach: () => Promise<void>; stays?: (fresh: PixPage) => Promise<void> }[] = [
    { name: 'nothing was done', reach: async () => {} },
    { name: 'was approved', reach: () => payByCard(/Pagamento aprovado/) },
    {
      name: 'was declined',
      stays: typeAllButCode,
      reach: async () => {
        await room.fault('processPayment', 'decline');
        await payByCard(/Pagamento não aprovado/);
      },
    },
    {
      name: 'is unconfirmed',
      reach: async () => {
        await room.fault('processPayment', '500');
        await payByCard(/confirm/);
      },
    },
    {
      name: 'shows a Pix code',
      stays: choosePix,
      reach: async () => {
        await choosePix();
        await pix.create();
      },
    },
    {
      name: 'was paid by Pix',
      stays: choosePix,
      reach: async () => {
        await choosePix();
        await pix.create();
        await room.pix('settle');
        dispatchEvent(new PageTransitionEvent('pageshow'));
        await pix.waitFor('balcao-pix-paid');
      },
    },
  ];

  for (const { name, reach, stays } of states) {
    it(`says what a new element would where the order before ${name}`, async () => {
      pix.page.remove();
      const expected = await readNew(stays);
      pix = await PixPage.open(settings, 'balcao-checkout');
      await reach();
      expect(await pix.page.readText()).not.to.equal(expected);
      for (const [attribute, value] of Object.entries(next())) pix.page.element.setAttribute(attribute, value);
      await waitUntil(async () => (await pix.page.readText()) === expected, expected);
    });
  }

  it('keeps what was typed, pays the next order with it, and gives each order its own outcome', async () => {
    const checkout = pix.page.element as Checkout;
    await room.fault('processPayment', 'decline');
    await payByCard(/Pagamento não aprovado/);
    for (const [attribute, value] of Object.entries(next())) checkout.setAttribute(attribute, value);
    await waitUntil(() => /20,00/.test(pix.page.text), 'the next order');
    expect(await pix.page.card.read('number')).to.equal('4111 1111 1111 1111');
    expect(await pix.page.card.read('securityCode'), 'it was sent').to.equal('');
    await pix.page.type('securityCode', '737');
    expect(await checkout.pay()).to.include({ status: 'approved', orderId: next()['order-id'], amount: '20.00' });
    expect((await room.charges()).map(({ amount }) => amount)).to.deep.equal([20]);
  });
});
