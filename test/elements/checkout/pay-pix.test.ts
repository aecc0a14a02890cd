import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { Checkout } from '../../../src/elements/checkout/checkout.js';
import { waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage } from '../pix/pix-page.js';

describe('balcao-checkout: a button of the shop, and Pix', () => {
  let room: Room;
  let pix: PixPage;
  let checkout: Checkout;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    const opened = await PixPage.settings();
    ({ room } = opened);
    pix = await PixPage.open({ ...opened.settings, methods: 'pix card', 'pay-button': 'none', ...more }, 'balcao-checkout');
    const found = pix.page.element.ownerDocument.querySelector('balcao-checkout');
    if (!found) throw new Error('There is no checkout');
    checkout = found;
    await customElements.whenDefined('balcao-pix');
  };
  const codes = async (): Promise<number> => (await room.state()).pix.length;

  afterEach(() => pix.page.remove());

  it('makes the code, and shows the same again', async () => {
    await open();
    expect(pix.find('pay-button')?.checkVisibility() ?? false).to.equal(false);
    expect(checkout.checkValidity() && checkout.reportValidity(), 'nothing to fill in').to.equal(true);
    const paying = checkout.pay();
    expect(checkout.pay()).to.equal(paying);
    expect(await paying).to.deep.equal({ status: 'invalid', fields: [] });
    await pix.code();
    expect(await checkout.pay()).to.deep.equal({ status: 'invalid', fields: [] });
    expect(await codes()).to.equal(1);
    expect(pix.page.eventNames.filter((name) => name === 'balcao-before-pay')).to.have.length(1);
  });

  it('makes the code where the shopper has just chosen Pix, before it is drawn', async () => {
    await open({ methods: 'card pix' });
    checkout.shadowRoot?.querySelector<HTMLElement>('[part~=method-pix]')?.click();
    expect(await checkout.pay()).to.deep.equal({ status: 'invalid', fields: [] });
    await pix.code();
    expect(await codes()).to.equal(1);
  });

  it('answers what became of a paid order', async () => {
    await open();
    await checkout.pay();
    await room.pix('settle');
    dispatchEvent(new PageTransitionEvent('pageshow'));
    await pix.waitFor('balcao-pix-paid');
    expect(await checkout.pay()).to.include({ status: 'approved', amount: '149.90' });
    expect(await codes()).to.equal(1);
  });

  it('answers what became of an unconfirmed order', async () => {
    await open({ methods: 'card pix' });
    await room.fault('processPayment', '500');
    await pix.page.fill();
    expect(await checkout.pay()).to.include({ status: 'unconfirmed' });
    checkout.methods = 'pix';
    await checkout.updateComplete;
    expect(await checkout.pay()).to.include({ status: 'unconfirmed' });
    expect(await codes()).to.equal(0);
  });

  it('answers why there is no code', async () => {
    await open();
    await room.fault('generatePixQrCode', '403');
    expect(await checkout.pay()).to.have.nested.property('error.code', 'forbidden');
    checkout.addEventListener('balcao-before-pay', (event) => event.preventDefault(), { once: true });
    expect(await checkout.pay()).to.deep.equal({ status: 'cancelled', reason: 'prevented' });
    expect(await codes()).to.equal(0);
  });

  it('makes the code of a layout with Pix alone', async () => {
    await open();
    checkout.innerHTML = '<balcao-pix></balcao-pix>';
    await waitUntil(() => checkout.querySelector('balcao-pix')?.shadowRoot?.childElementCount, 'the Pix of the shop');
    await checkout.updateComplete;
    expect(await checkout.pay()).to.deep.equal({ status: 'invalid', fields: [] });
    await pix.code();
  });

  it('is reached by focus() and reset()', async () => {
    await open({ 'pay-button': '' });
    await room.fault('generatePixQrCode', '403');
    await checkout.pay();
    await pix.says(/não foi/);
    checkout.focus();
    expect(await pix.page.focused()).to.equal('pay-button');
    checkout.reset();
    await waitUntil(() => !/não foi/.test(pix.page.text), 'the words of the failure to go');
    await sendKeys({ press: 'Enter' });
    await pix.code();
  });
});
